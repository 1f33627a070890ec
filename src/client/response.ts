import * as z from 'zod/mini';
import { ApiError } from '#client/errors.ts';
import { isStrongTag } from '#client/request.ts';
import { retryAfterMs } from '#client/retry.ts';
import { none, type Endpoint, type ResultOf } from '#contract/endpoint.ts';
import { ReadableErrorBody } from '#contract/error-body.ts';

/** A response with its whole text. `json` is missing when the text is not JSON. */
export interface ParsedResponse {
  head: Response;
  text: string;
  json?: { value: unknown };
  /** Takes the key out of a text of the service. */
  redact: (text: string) => string;
}

/** A hundred thousand bot users in one response are a third of it; nothing that a service has to say is longer. */
const BYTES_MAX = 64 * 1024 * 1024;
const TEXT_MAX = 300;
/** A refusal names the fields of one small form. */
const FIELDS_MAX = 50;

/** @throws {ApiError} the text is endless */
export async function parseResponse(
  head: Response,
  redact: (text: string) => string,
): Promise<ParsedResponse> {
  const text = isRedirect(head) ? '' : await readText(head);
  if (text === undefined)
    throw unreadable({ head, text: '', redact }, 'The answer is too long to be read');
  try {
    return { head, text, redact, json: { value: JSON.parse(text) } };
  } catch {
    return { head, text, redact };
  }
}

/** The text of a response, read to its end; `undefined` when it is too long, then it is not read further. */
async function readText({ body }: Response): Promise<string | undefined> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // `for await` of a stream is missing in Safari.
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > BYTES_MAX) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The start of a text in memory of its own: what `slice` returns keeps the whole text alive, and so may its clone. */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : String(JSON.parse(JSON.stringify(text.slice(0, length))));

/** A text of the service as it may be shown: without the key, and not endless. */
const shown = ({ redact }: ParsedResponse, text: string) =>
  // Cut twice: taking the key out of an endless text would take without end.
  truncate(redact(truncate(text, TEXT_MAX * 2)), TEXT_MAX);

/** The id as it came. Services name its header differently: `Operation-Id`, `X-Request-Id`, with a vendor's prefix. */
export const operationIdIn = (headers: Record<string, string>): string | undefined =>
  Object.entries(headers).find(([name]) => /(^|-)(operation|request)-id$/.test(name))?.[1];

export function operationIdOf(response: ParsedResponse): string | undefined {
  const id = operationIdIn(Object.fromEntries(response.head.headers));
  return id === undefined ? undefined : shown(response, id);
}

/** What a response that is no success says. */
export function toApiError(response: ParsedResponse): ApiError {
  const { status, headers } = response.head;
  const { details = {}, error_code, msg } = ReadableErrorBody.parse(response.json?.value);
  const { operation_id, ...texts } = details;
  const operationId =
    typeof operation_id === 'string' ? shown(response, operation_id) : operationIdOf(response);
  const fields = Object.entries(texts)
    .slice(0, FIELDS_MAX)
    .filter((field): field is [string, string] => typeof field[1] === 'string')
    .map((field) => field.map((text) => shown(response, text)));
  const pause = retryAfterMs(headers.get('retry-after'));
  return new ApiError(`The service answered ${status}`, {
    kind: 'status',
    status,
    fields: Object.fromEntries(fields),
    ...(error_code && { code: shown(response, error_code) }),
    ...(msg !== undefined && { text: shown(response, msg) }),
    ...(operationId !== undefined && { operationId }),
    ...(pause !== undefined && { retryAfterMs: pause }),
    ...(isWebPage(response.text) && { isWebPage: true }),
  });
}

/** Following it would send the key to wherever it leads. */
const isRedirect = ({ type, status, redirected }: Response) =>
  redirected || type === 'opaqueredirect' || (status >= 300 && status < 400);

/**
 * The result of a call.
 *
 * @param params of the path: a result about another id than the one asked for is unreadable
 * @throws {ApiError} the service refused, or its response cannot be read: then whether it did anything is unknown
 */
export function resultOf<E extends Endpoint>(
  endpoint: E,
  response: ParsedResponse,
  params: Record<string, string> = {},
): ResultOf<E> {
  const { head, json } = response;
  if (!head.ok && !isRedirect(head)) throw toApiError(response);
  const issue = bodyIssue(endpoint, response);
  if (issue !== undefined) throw unreadable(response, issue);
  const { success, data, error } = z.safeParse(endpoint.result, json?.value);
  if (!success) throw unreadable(response, ...error.issues.map(({ path }) => kindIssue(path)));
  if (isAboutAnother(endpoint, data, params))
    throw unreadable(response, 'The answer is about another id than the one asked for');
  const tag = endpoint.tagged ? tagOf(response) : undefined;
  if (tag !== undefined && typeof data === 'object' && data !== null) tags.set(data, tag);
  return data as ResultOf<E>; // the schema is the endpoint's own
}

/** Beside the results: a body may have a field of any name. */
const tags = new WeakMap<object, string>();

/**
 * The tag of a result as the service gave it; `undefined` where it gave none that can be used.
 *
 * To be taken before a result goes to a query cache, which copies results.
 */
export const entityTagOf = (result: object | null) => (result ? tags.get(result) : undefined);

/** Why a success cannot be the result, whatever it says. */
function bodyIssue(
  endpoint: Endpoint,
  { head, text, json, redact }: ParsedResponse,
): string | undefined {
  if (isRedirect(head)) return 'The answer is a redirect, which is not followed';
  // Only 204 has no body: an empty 200 is a response that lost its body on the way.
  if (head.status === 204) return undefined;
  if (endpoint.result === none) return `Status ${head.status} came where 204 says that it is done`;
  if (text === '') return 'The answer is empty';
  if (isWebPage(text)) return 'The answer is a web page';
  const type = head.headers.get('content-type');
  if (type !== null && !/^[^;]*[/+]json\b/i.test(type))
    return `The answer is not JSON but ${redact(truncate(type, 50))}`;
  return json === undefined ? 'The answer is not JSON, or a part of it is missing' : undefined;
}

const isWebPage = (text: string) => /^\s*</.test(text);

/** Names the place in a response: `['bot_users', 3, 'name']` is `bot_users[].name`. */
function kindIssue(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`));
  return `${parts.join('').replace(/^\./, '') || 'The answer'} is missing or of another kind`;
}

/** Only fields that the schema names are compared: others may mean anything. */
function isAboutAnother({ result }: Endpoint, value: unknown, params: Record<string, string>) {
  const { def } = (result as z.core.$ZodTypes)._zod; // every schema of the contract is one of zod's own
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(params).some(
    ([name, id]) => Object.hasOwn(def.shape, name) && fields.get(name) !== id,
  );
}

/**
 * The tag of a response, fit for If-Match.
 *
 * A compressed response has none: proxies that compress append to the tag (`"x-gzip"`), and the service behind them
 * refuses the result in an If-Match (jetty/jetty.project#1416). Nor has one that repeats the key: it would be shown.
 */
function tagOf({ head: { headers }, redact }: ParsedResponse): string | undefined {
  const tag = headers.get('etag') ?? '';
  const isFit = isStrongTag(tag) && !headers.has('content-encoding') && redact(tag) === tag;
  return isFit ? tag : undefined;
}

function unreadable(response: ParsedResponse, ...issues: string[]): ApiError {
  const { head, text } = response;
  const operationId = operationIdOf(response);
  return new ApiError('The service answered in a way this app does not know', {
    kind: 'shape',
    // A redirect has 0, and the status of where it led says nothing.
    ...(head.status !== 0 && !head.redirected && { status: head.status }),
    issues: [...new Set(issues)],
    ...(isWebPage(text) && { isWebPage: true }),
    ...(operationId !== undefined && { operationId }),
  });
}
