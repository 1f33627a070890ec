import { ApiError, failureOf } from '#client/errors.ts';
import { createRedactor } from '#client/redact.ts';
import { logRequest, type RequestLogEntry } from '#client/request-log.ts';
import { absoluteBase, requestParts, type ApiVersion, type RequestParts } from '#client/request.ts';
import { operationIdOf, parseResponse, resultOf, type ParsedResponse } from '#client/response.ts';
import { createRetry, waitFor, type OnWait, type RetryPolicy } from '#client/retry.ts';
import type { CallInput, Endpoint, ResultOf } from '#contract/endpoint.ts';

export interface ApiClientOptions {
  /** Absolute, or a path on the page's own origin such as `/api`; no trailing slash, so empty for its root. */
  baseUrl: string;
  /** Read at every attempt, so that signing in or out needs no new client. */
  apiKey: () => string | null;
  /** Default as in the API text. */
  version?: ApiVersion;
  /** Whether cookies go along. Default: never, the key is what signs a request in. */
  credentials?: RequestCredentials;
  /** Milliseconds for a call by hand, its attempts and the pauses between them; in the background for each attempt. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
  /** Waits until a request may be sent; asked before every attempt. */
  acquire?: (request: RequestToSend) => Promise<void>;
  /** Called twice for each request: when it is sent, and when it has failed or, after a success, in a quiet moment. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** What decides when a request may be sent. */
export interface RequestToSend {
  isBackground: boolean;
  signal?: AbortSignal | undefined;
  onWait?: OnWait | undefined;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** In place of `signal` while it waits to be sent: from then on it is not given up. */
  waitSignal?: AbortSignal;
  /** Of a read; a write is sent once, by a job when the rate limit has room. Default `interactive`. */
  retry?: RetryPolicy;
  /** Told what the call waits for, and `undefined` when it goes on. */
  onWait?: OnWait;
  /** Told of each response, also of a refusal. */
  onResponse?: (response: { status: number; operationId?: string | undefined }) => void;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<ResultOf<E>>;

const TIMEOUT_MS = 15_000;

/**
 * Makes the one function through which every request of the app goes.
 *
 * The returned call resolves with a body that the endpoint's schema has parsed, or rejects with an `ApiError`;
 * a call aborted through `signal` rejects with the signal's reason. An id that cannot be addressed and a tag that
 * cannot be a condition reject with a `TypeError` before anything is sent.
 *
 * It is the one place that repeats a request, see `RetryPolicy`.
 */
export function createCall(client: ApiClientOptions): Call {
  return async (endpoint, input, options = {}) => {
    const { signal, waitSignal = signal, retry = 'interactive', onWait, onResponse } = options;
    const parts = requestParts(endpoint, input, client.version);
    const policy = endpoint.method === 'GET' ? retry : 'none';
    const isBackground = retry === 'background' || retry === 'job';
    const waitAfter = createRetry(policy);
    const wholeMs = client.timeoutMs ?? TIMEOUT_MS;
    let leftMs = wholeMs;

    for (let attempt = 1; ; attempt++) {
      await client.acquire?.({ isBackground, signal: waitSignal, onWait });
      const start = performance.now();
      try {
        const how = { attempt, signal, leftMs, wholeMs, onResponse };
        return await send(client, endpoint, parts, how, input.params);
      } catch (error) {
        const wait = waitAfter(error);
        if (wait === undefined) throw error;
        if (!isBackground) leftMs -= performance.now() - start + wait.ms;
        if (leftMs <= 0) throw error;
        await waitFor(wait, signal, onWait);
      }
    }
  };
}

interface Attempt {
  /** From 1. */
  attempt: number;
  signal: AbortSignal | undefined;
  /** Milliseconds that are left of the time of the whole call. */
  leftMs: number;
  wholeMs: number;
  onResponse: CallOptions['onResponse'];
}

/** Sends one request, reads its response, and reports both. */
async function send<E extends Endpoint>(
  client: ApiClientOptions,
  endpoint: E,
  parts: RequestParts,
  how: Attempt,
  params: Record<string, string> | undefined,
): Promise<ResultOf<E>> {
  const key = client.apiKey();
  const base = absoluteBase(client.baseUrl);
  const init = requestInit(client, parts, key);
  const redact = createRedactor(key);
  const sent = { ...parts, base, attempt: how.attempt };
  const end = logRequest(client.onRequest, endpoint, sent, redact);
  let response: ParsedResponse | undefined;
  try {
    response = await fetchResponse(client, base + parts.path, init, how, redact);
    how.onResponse?.({ status: response.head.status, operationId: operationIdOf(response) });
    const result = resultOf(endpoint, response, params);
    end(response);
    return result;
  } catch (error) {
    end(response, failureOf(error) ?? { kind: 'cancelled' });
    throw error;
  }
}

const requestInit = (
  { credentials = 'omit' }: ApiClientOptions,
  { method, headers, body }: RequestParts,
  key: string | null,
): RequestInit => ({
  method,
  headers: { ...headers, ...(key !== null && { authorization: `Bearer ${sendable(key)}` }) },
  body: body ?? null,
  // The key goes to the configured service only: a redirect is not followed.
  redirect: 'manual',
  credentials,
  cache: 'no-store',
});

/** `Headers` would quote the key in its own error message. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The API key has characters that cannot be sent');
}

async function fetchResponse(
  { fetch = globalThis.fetch }: ApiClientOptions,
  address: string,
  init: RequestInit,
  { signal, leftMs, wholeMs }: Attempt,
  redact: (text: string) => string,
): Promise<ParsedResponse> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), leftMs);
  let head: Response | undefined;
  try {
    const signals = signal ? [signal, timeout.signal] : [timeout.signal];
    head = await fetch(new Request(address, { ...init, signal: AbortSignal.any(signals) }));
    const response = await parseResponse(head, redact);
    // A response that arrives after the caller has left (signed out, say) is not delivered.
    signal?.throwIfAborted();
    return response;
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof ApiError) throw cause;
    if (timeout.signal.aborted) {
      const failure = { kind: 'timeout', afterMs: wholeMs } as const;
      throw new ApiError('The service did not answer in time', failure, { cause });
    }
    if (head === undefined)
      throw new ApiError('The service could not be reached', { kind: 'network' }, { cause });
    const failure = { kind: 'network', status: head.status } as const;
    throw new ApiError('The answer broke off', failure, { cause });
  } finally {
    clearTimeout(timer);
  }
}
