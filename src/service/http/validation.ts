import type { FastifyBodyParser } from 'fastify';
import * as z from 'zod/mini';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { invalid, ServiceError } from '#service/domain/errors.ts';
import { shown } from '#service/domain/text.ts';

/** @throws {ServiceError} it is missing, or names what is wrong, field by field */
export function parseBody(schema: Endpoint['body'], json: unknown): unknown {
  if (json === undefined)
    throw new ServiceError('INVALID_JSON', { text: 'This operation needs a body' });
  // A text would have an entry for each character, and a list one for each item.
  const fields = typeof json === 'object' && !Array.isArray(json) ? json : null;
  const longList = Object.entries(fields ?? {}).find(([, value]) => isLongList(value));
  if (longList)
    throw invalid('INVALID_BODY', {
      [shown(longList[0])]: `A list must not have more than ${LIST_ITEMS_MAX} items`,
    });
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  throw invalid('INVALID_BODY', fieldTexts(parsed.error.issues, 'field'));
}

/** @throws {ServiceError} a parameter is unknown, repeated or not valid */
export function parseQuery(schema: Endpoint['query'], query: unknown): unknown {
  const parameters = schema === none ? NO_PARAMETERS : schema;
  const parsed = z.safeParse(parameters, { ...Object(query) }, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid('INVALID_QUERY', fieldTexts(parsed.error.issues, 'parameter'));
}

const NO_PARAMETERS = z.strictObject({});

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Fastify's own parser refuses some names of fields, such as `__proto__`, with an error that does not name them. */
export const parseJson: FastifyBodyParser<Buffer> = (_request, bytes, done) => {
  try {
    done(null, bytes.length === 0 ? undefined : JSON.parse(utf8.decode(bytes)));
  } catch {
    done(new ServiceError('INVALID_JSON'));
  }
};

/** @throws {ServiceError} the header `Content-Type` names anything but JSON in UTF-8 */
export function refuseOtherContentTypes(header = ''): void {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (type === 'application/json' && /^charset="?utf-8"?$/.test(charset ?? 'charset=utf-8')) return;
  throw new ServiceError('UNSUPPORTED_CONTENT_TYPE');
}

/** Items of a list; with more than a hundred thousand wrong ones zod itself fails. */
const LIST_ITEMS_MAX = 10_000;

const isLongList = (value: unknown) => Array.isArray(value) && value.length > LIST_ITEMS_MAX;

/** @returns what is wrong, by field; a problem of the whole has the name `body` */
function fieldTexts(issues: z.core.$ZodIssue[], kind: 'field' | 'parameter') {
  const texts = issues.slice(0, PROBLEMS_NAMED).flatMap((issue): [string, string][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, PROBLEMS_NAMED)
        .map((key) => [shown(key), `There is no ${kind} "${shown(key)}"`]);
    const name = issue.path.join('.');
    if (name === '') return [['body', 'The body must be a JSON object']];
    // Fastify makes a list of the values of a repeated parameter.
    const isRepeated = kind === 'parameter' && Array.isArray(issue.input);
    return [[name, isRepeated ? `The parameter "${name}" is repeated` : issue.message]];
  });
  return Object.fromEntries(texts.slice(0, PROBLEMS_NAMED));
}

/** Most problems that a response names; a body can have a million. */
const PROBLEMS_NAMED = 10;
