import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { HttpError } from '#service/http/http-error.ts';

/** @throws {HttpError} a parameter is unknown, repeated or not valid */
export function parseQuery(schema: Endpoint['query'], search: string): unknown {
  if (search === '' && schema === none) return undefined;
  const entries = [...new URLSearchParams(search)];
  const seen = new Set<string>();
  const repeated = entries.find(([name]) => seen.size === seen.add(name).size)?.[0];
  if (repeated !== undefined)
    throw invalid('INVALID_QUERY', {
      [shown(repeated)]: `The parameter "${shown(repeated)}" is repeated`,
    });

  const known = schema === none ? NO_PARAMETERS : schema;
  const parsed = z.safeParse(known, Object.fromEntries(entries));
  if (!parsed.success) throw invalid('INVALID_QUERY', fieldTexts(parsed.error.issues, 'parameter'));
  return schema === none ? undefined : parsed.data;
}

const NO_PARAMETERS = z.strictObject({});

/** @throws {HttpError} the body is not what the endpoint expects */
export async function parseBody(schema: Endpoint['body'], incoming: IncomingMessage) {
  if (schema === none) return refuseBody(incoming);
  refuseOtherContentTypes(incoming.headers['content-type']);
  const json = parseJson(await readBody(incoming));
  refuseUnfitLists(json);
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  throw invalid('INVALID_BODY', fieldTexts(parsed.error.issues, 'field'));
}

/** @throws {HttpError} the request has a body */
export function refuseBody({ headers }: IncomingMessage): void {
  if (hasBody(headers))
    // What is left of the body will not be read.
    throw new HttpError('BODY_NOT_EXPECTED', { headers: { Connection: 'close' } });
}

export const hasBody = (headers: IncomingHttpHeaders) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;

function refuseOtherContentTypes(header = ''): void {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (type === 'application/json' && /^charset="?utf-8"?$/.test(charset ?? 'charset=utf-8')) return;
  throw new HttpError('UNSUPPORTED_CONTENT_TYPE');
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  refuseLargeBody(incoming);
  const chunks: Uint8Array[] = [];
  for await (const bytes of boundedBody(incoming)) chunks.push(bytes);
  return Buffer.concat(chunks);
}

/** @throws {HttpError} the announced length is above the limit */
export function refuseLargeBody({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge();
}

/**
 * The body as it arrives. When the reader stops early, the rest is read and dropped: unread bytes would reset the
 * connection before the client has read its response.
 *
 * @throws {HttpError} it has grown above the limit, or has ended before its announced length
 */
export async function* boundedBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    // Destroying the request would close the connection before the refusal is sent.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Uint8Array; // no encoding is set, so a chunk is bytes
      size += bytes.length;
      if (size > BODY_BYTES_MAX) throw tooLarge();
      yield bytes;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('BODY_INCOMPLETE');
  } finally {
    incoming.resume();
  }
}

const tooLarge = () => new HttpError('BODY_TOO_LARGE', { headers: { Connection: 'close' } });

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0)
    throw new HttpError('INVALID_JSON', { text: 'This operation needs a body' });
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new HttpError('INVALID_JSON');
  }
}

/** Items of a list; with more than a hundred thousand wrong ones zod itself fails. */
const LIST_ITEMS_MAX = 10_000;

/** UTF-16 units of a string in a list. Ids have 31; a refusal repeats them. */
const LIST_TEXT_MAX = 255;

function refuseUnfitLists(json: unknown): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return;
  for (const [name, value] of Object.entries(json)) {
    if (!Array.isArray(value)) continue;
    if (value.length > LIST_ITEMS_MAX)
      throw unfitList(name, `A list must not have more than ${LIST_ITEMS_MAX} items`);
    if (value.some((item) => typeof item === 'string' && !isFit(item)))
      throw unfitList(name, `A text in a list must be ${LIST_TEXT_MAX} whole characters or fewer`);
  }
}

const isFit = (text: string) => text.length <= LIST_TEXT_MAX && !/\p{Cs}/u.test(text);

const unfitList = (name: string, text: string) => invalid('INVALID_BODY', { [shown(name)]: text });

/** @returns what is wrong, by field; a problem of the whole has the name `body` */
function fieldTexts(issues: z.core.$ZodIssue[], kind: 'field' | 'parameter') {
  const texts = issues.slice(0, PROBLEMS_NAMED).flatMap((issue): [string, string][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, PROBLEMS_NAMED)
        .map((key) => [shown(key), `There is no ${kind} "${shown(key)}"`]);
    if (issue.path.length === 0) return [['body', 'The body must be a JSON object']];
    return [[issue.path.join('.'), issue.message]];
  });
  return Object.fromEntries(texts.slice(0, PROBLEMS_NAMED));
}

/** Most problems that a response names; a body can have a million. */
const PROBLEMS_NAMED = 10;

/** A name sent by the client, cut and without lone surrogates, which not every JSON parser accepts. */
const shown = (name: string) => name.slice(0, 100).replaceAll(/\p{Cs}/gu, '\ufffd');

const invalid = (code: 'INVALID_BODY' | 'INVALID_QUERY', fields: Record<string, string>) =>
  new HttpError(code, { text: Object.values(fields).join('. '), fields });
