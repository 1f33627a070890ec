import * as z from 'zod/mini';
import { ApiError, type ApiFailure } from '#client/api-error.ts';
import { strongTagIn, withTag } from '#client/entity-tag.ts';
import { redact } from '#client/redact.ts';
import { requestParts, type ApiVersion } from '#client/request.ts';
import { retryAfterMs } from '#client/retry-after.ts';
import { sleep } from '#client/sleep.ts';
import type { CallInput, Endpoint, ResultOf } from '#contract/endpoint.ts';
import { ReadableErrorBody } from '#contract/error-body.ts';

export interface ApiClientOptions {
  /** Absolute, or a path on the page's own origin such as `/api`; no trailing slash, so empty for its root. */
  baseUrl: string;
  /** Read at every attempt, so that signing in or out needs no new client. */
  apiKey: () => string | null;
  /** Default as in the API text. */
  version?: ApiVersion;
  /** Whether cookies go along. Default: never, the key is what signs a request in. */
  credentials?: RequestCredentials;
  /** Milliseconds until one attempt is given up. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Times a failed read is tried again; writes never are. Default 2. */
  retries?: number;
  /** Waits for the turn of one request; asked before every attempt, the repeated ones as well. */
  turn?: () => Promise<void>;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<ResultOf<E>>;

const RETRIES = 2;
const FIRST_WAIT_MS = 300;
/** A service that asks for a longer pause is not waited for: its answer is shown, with the time it asks for. */
const LONGEST_WAIT_MS = 5000;
const TEXT_MAX = 300;

/**
 * Makes the one function through which every request of the app goes.
 *
 * The returned call resolves with a body that the endpoint's schema has parsed, or rejects with an `ApiError`;
 * a call aborted through `signal` rejects with the signal's reason. An id that cannot be addressed and a tag that
 * cannot be a condition reject with a `TypeError` before anything is sent.
 *
 * Only reads are tried again, after no answer or a 5xx, and never before the `Retry-After` of that answer is over.
 */
export function createCall(client: ApiClientOptions): Call {
  return async (endpoint, input, { signal, retries = RETRIES, turn } = {}) => {
    const parts = requestParts(endpoint, input, client.version);
    const send = () => attempt(client, endpoint, parts, signal);

    for (let tried = 0; ; tried++) {
      try {
        await turn?.();
        return await send();
      } catch (error) {
        const wait = waitBeforeRetry(error, tried);
        if (endpoint.method !== 'GET' || tried >= retries || wait === undefined) throw error;
        await sleep(wait, signal);
      }
    }
  };
}

async function attempt<E extends Endpoint>(
  {
    baseUrl,
    apiKey,
    timeoutMs = 15_000,
    credentials = 'omit',
    fetch = globalThis.fetch,
  }: ApiClientOptions,
  endpoint: E,
  parts: ReturnType<typeof requestParts>,
  signal: AbortSignal | undefined,
): Promise<ResultOf<E>> {
  const key = apiKey();
  const timeout = AbortSignal.timeout(timeoutMs);
  const request = new Request(absolute(baseUrl) + parts.path, {
    method: parts.method,
    headers: {
      ...parts.headers,
      ...(key !== null && { authorization: `Bearer ${sendable(key)}` }),
    },
    body: parts.body ?? null,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    // The key goes to the configured service only: a redirect is no answer.
    redirect: 'error',
    credentials,
    cache: 'no-store',
  });

  let response: Response;
  let text: string;
  try {
    response = await fetch(request);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) {
      const failure = { kind: 'timeout', afterMs: timeoutMs } as const;
      throw new ApiError('The service did not answer in time', failure, { cause });
    }
    throw new ApiError('The service could not be reached', { kind: 'network' }, { cause });
  }
  // An answer that arrives after the caller has left (signed out, say) is not delivered.
  signal?.throwIfAborted();
  if (!response.ok) throw statusError(response, text, key);
  return parseResult(endpoint, response, text, key);
}

/** Joined as text: resolved like a link, a path such as `/\host` would lead to another host. */
const absolute = (baseUrl: string) =>
  /^https?:/.test(baseUrl) ? baseUrl : globalThis.location.origin + baseUrl;

/** `Headers` would quote the key in its own error message. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The API key has characters that cannot be sent');
}

function statusError(response: Response, text: string, key: string | null): ApiError {
  const { status } = response;
  const body = ReadableErrorBody.parse(tryJson(text));
  const { operation_id, ...details } = body.details ?? {};
  const operationId = typeof operation_id === 'string' ? operation_id : idHeader(response.headers);
  const pause = retryAfterMs(response.headers.get('retry-after'));
  return new ApiError(`The service answered ${status}`, {
    kind: 'status',
    status,
    fields: Object.fromEntries(
      Object.entries(details).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, shown(value, key)]] : [],
      ),
    ),
    ...(body.error_code !== undefined && { code: shown(body.error_code, key) }),
    ...(body.msg !== undefined && { text: shown(body.msg, key) }),
    ...(operationId !== undefined && { operationId: shown(operationId, key) }),
    ...(pause !== undefined && { retryAfterMs: pause }),
  });
}

/** A text of the service as it may be shown: without the key, and not endless. */
const shown = (text: string, key: string | null) => redact(text, key).slice(0, TEXT_MAX);

/** Services name it differently: `Operation-Id`, `X-Request-Id`, with a vendor's prefix. */
function idHeader(headers: Headers): string | undefined {
  return [...headers].find(([name]) => /(^|-)(operation|request)-id$/.test(name))?.[1];
}

function parseResult<E extends Endpoint>(
  endpoint: E,
  response: Response,
  text: string,
  key: string | null,
) {
  const body = endpoint.status === 204 || text === '' ? undefined : tryJson(text);
  const parsed = z.safeParse(endpoint.result, body);
  if (parsed.success) {
    const tag = endpoint.tagged ? strongTagIn(response.headers) : undefined;
    const result = tag === undefined ? parsed.data : withTag(parsed.data, tag);
    return result as ResultOf<E>; // the schema is the endpoint's own
  }
  const isJson = body !== text;
  const isWebPage = !isJson && /^\s*</.test(text);
  const issues = isJson
    ? parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || 'The answer'} is missing or of another kind`,
      )
    : [`The answer is ${isWebPage ? 'a web page' : 'not JSON'}`];
  const operationId = idHeader(response.headers);
  throw new ApiError('The service answered in a way this app does not know', {
    kind: 'shape',
    issues,
    ...(isWebPage && { isWebPage }),
    ...(operationId !== undefined && { operationId: shown(operationId, key) }),
  });
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function waitBeforeRetry(error: unknown, tried: number): number | undefined {
  if (!(error instanceof ApiError) || !isPassing(error.failure)) return undefined;
  const asked = error.failure.kind === 'status' ? (error.failure.retryAfterMs ?? 0) : 0;
  const wait = Math.max(asked, FIRST_WAIT_MS * 3 ** tried);
  return wait > LONGEST_WAIT_MS ? undefined : wait;
}

/** No answer, or an answer that says the fault is on the other side. A 4xx is an answer. */
const isPassing = (failure: ApiFailure) =>
  failure.kind === 'network' ||
  failure.kind === 'timeout' ||
  (failure.kind === 'status' && failure.status >= 500);
