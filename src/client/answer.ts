import * as z from 'zod/mini';
import { ApiError } from '#client/api-error.ts';
import { beginOf } from '#client/begin-of.ts';
import { strongTagIn, withTag } from '#client/entity-tag.ts';
import { retryAfterMs } from '#client/retry-after.ts';
import { placeOf } from '#client/place.ts';
import { none, type Endpoint, type ResultOf } from '#contract/endpoint.ts';
import { ReadableErrorBody } from '#contract/error-body.ts';

/** The head of an answer with its whole text. `json` is missing when the text is not JSON. */
export interface Answer {
  response: Response;
  text: string;
  json?: { value: unknown };
  /** Takes the key out of a text of the service. */
  redact: (text: string) => string;
}

const TEXT_MAX = 300;
/** A refusal names the fields of one small form. */
const FIELDS_MAX = 50;

/** @throws {ApiError} the text is `undefined`: it has no end in sight */
export function readAnswer(
  response: Response,
  text: string | undefined,
  redact: (text: string) => string,
): Answer {
  if (text === undefined)
    throw unreadable({ response, text: '', redact }, ['The answer is too long to be read']);
  try {
    return { response, text, redact, json: { value: JSON.parse(text) } };
  } catch {
    return { response, text, redact };
  }
}

/** A text of the service as it may be shown: without the key, and not endless. */
const shown = ({ redact }: Answer, text: string) =>
  // Cut twice: taking the key out of a text without end would take without end.
  beginOf(redact(beginOf(text, TEXT_MAX * 2)), TEXT_MAX);

export function operationIdOf(answer: Answer): string | undefined {
  const id = idHeader(answer.response.headers);
  return id === undefined ? undefined : shown(answer, id);
}

/** Services name it differently: `Operation-Id`, `X-Request-Id`, with a vendor's prefix. */
function idHeader(headers: Headers): string | undefined {
  return [...headers].find(([name]) => /(^|-)(operation|request)-id$/.test(name))?.[1];
}

/** What an answer that is no success says. */
export function refusalOf(answer: Answer): ApiError {
  const { status, headers } = answer.response;
  const body = ReadableErrorBody.parse(answer.json?.value);
  const { operation_id, ...details } = body.details ?? {};
  const operationId =
    typeof operation_id === 'string' ? shown(answer, operation_id) : operationIdOf(answer);
  // By the clock that wrote the date: this machine's may be minutes off.
  const date = Date.parse(headers.get('date') ?? '');
  const pause = retryAfterMs(headers.get('retry-after'), Number.isNaN(date) ? Date.now() : date);
  return new ApiError(`The service answered ${status}`, {
    kind: 'status',
    status,
    fields: Object.fromEntries(
      Object.entries(details)
        .slice(0, FIELDS_MAX)
        .flatMap(([name, value]) =>
          typeof value === 'string' ? [[shown(answer, name), shown(answer, value)]] : [],
        ),
    ),
    ...(body.error_code !== undefined && { code: shown(answer, body.error_code) }),
    ...(body.msg !== undefined && { text: shown(answer, body.msg) }),
    ...(operationId !== undefined && { operationId }),
    ...(pause !== undefined && { retryAfterMs: pause }),
    ...(isWebPage(answer.text) && { isWebPage: true }),
  });
}

/** Following it would send the key to wherever it leads. */
export const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** @returns whether a redirected change was made is not known */
export const redirected = (answer: Answer): ApiError =>
  unreadable(answer, ['The answer is a redirect, which is not followed']);

/**
 * Reads a success with the endpoint's schema.
 *
 * @throws {ApiError} it cannot be read, so whether it is one is not known
 */
export function resultOf<E extends Endpoint>(endpoint: E, answer: Answer): ResultOf<E> {
  const { response, json } = answer;
  // Only 204 has no body: an empty 200 is an answer that something on the way has lost.
  const isVoid = response.status === 204;
  if (endpoint.result === none && !isVoid)
    throw unreadable(answer, [`Status ${response.status} came where 204 says that it is done`]);
  const issue = isVoid ? undefined : bodyIssue(endpoint, answer);
  if (issue !== undefined) throw unreadable(answer, [issue]);

  const parsed = z.safeParse(endpoint.result, isVoid ? undefined : json?.value);
  if (!parsed.success)
    throw unreadable(
      answer,
      parsed.error.issues.map(({ path }) => `${placeOf(path)} is missing or of another kind`),
    );
  const tag = endpoint.tagged ? tagOf(answer) : undefined;
  const result = tag === undefined ? parsed.data : withTag(parsed.data, tag);
  return result as ResultOf<E>; // the schema is the endpoint's own
}

/** One that repeats the key would be sent, shown and copied as a condition. */
function tagOf({ response, redact }: Answer): string | undefined {
  const tag = strongTagIn(response.headers);
  return tag !== undefined && redact(tag) === tag ? tag : undefined;
}

/** Why a body cannot be taken for JSON, whatever it says. */
function bodyIssue(
  endpoint: Endpoint,
  { response, text, json, redact }: Answer,
): string | undefined {
  if (text === '') return 'The answer is empty';
  if (isWebPage(text)) return 'The answer is a web page';
  const type = response.headers.get('content-type');
  if (type !== null && !endpoint.anyType && !/^[^;]*[/+]json\b/i.test(type))
    return `The answer is not JSON but ${redact(beginOf(type, 50))}`;
  return json === undefined ? 'The answer is not JSON, or a part of it is missing' : undefined;
}

const isWebPage = (text: string) => /^\s*</.test(text);

function unreadable(answer: Answer, issues: string[]): ApiError {
  const { response, text } = answer;
  const operationId = operationIdOf(answer);
  return new ApiError('The service answered in a way this app does not know', {
    kind: 'shape',
    ...(response.status !== 0 && { status: response.status }),
    issues: [...new Set(issues)],
    ...(isWebPage(text) && { isWebPage: true }),
    ...(operationId !== undefined && { operationId }),
  });
}
