import { ApiError, failureOf } from '#client/errors.ts';
import { hideCredentials } from '#client/redact.ts';
import { logRequest, type RequestLogEntry } from '#client/request-log.ts';
import { requestParts, type ApiVersion, type RequestParts } from '#client/request.ts';
import { operationIdOf, parseResponse, resultOf, type ParsedResponse } from '#client/response.ts';
import { createRetry, waitFor, type OnWait, type RetryPolicy } from '#client/retry.ts';
import type { CallInput, Endpoint, ResultOf } from '#contract/endpoint.ts';

export interface ApiClientOptions {
  /** Absolute, without a trailing slash. */
  baseUrl: string;
  /** Read at every attempt, so that signing in or out needs no new client. */
  apiKey: () => string | null;
  /** Default as in the API text. */
  version?: ApiVersion;
  fetch?: (request: Request) => Promise<Response>;
  /** Waits until a request may be sent; asked before every attempt. */
  acquire?: (request: RequestToSend) => Promise<void>;
  /** Called twice for each request: when it is sent, and when it has ended. */
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
  /** In place of `signal` while the request waits to be sent: from then on it is not given up. */
  waitSignal?: AbortSignal;
  /** Default `interactive`. */
  retry?: RetryPolicy;
  /** The caller itself repeats what has to be repeated: a read is sent once, as every write is. */
  once?: boolean;
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

/** For a call by hand, its attempts and the pauses between them; in the background for each attempt. */
export const TIMEOUT_MS = 15_000;

/**
 * Makes the one function through which every request of the app goes, and the one place that repeats a request.
 *
 * The returned call resolves with a body that the endpoint's schema has parsed, or rejects with an `ApiError`;
 * a call aborted through `signal` rejects with the signal's reason. An id that cannot be addressed and a tag that
 * cannot be a condition reject with a `TypeError` before anything is sent.
 */
export function createCall(client: ApiClientOptions): Call {
  return async (endpoint, input, options = {}) => {
    const { signal, waitSignal = signal, retry = 'interactive', once, onWait } = options;
    const parts = requestParts(endpoint, input, client.version);
    const isBackground = retry === 'background';
    const waitAfter = once || endpoint.method !== 'GET' ? undefined : createRetry(retry);
    let leftMs = TIMEOUT_MS;

    for (let attempt = 1; ; attempt++) {
      await client.acquire?.({ isBackground, signal: waitSignal, onWait });
      const start = performance.now();
      try {
        return await send(client, endpoint, { ...parts, attempt }, leftMs, input.params, options);
      } catch (error) {
        const wait = waitAfter?.(error);
        if (wait === undefined) throw error;
        if (!isBackground) leftMs -= performance.now() - start + wait.ms;
        if (leftMs <= 0) throw error;
        await waitFor(wait, signal, onWait);
      }
    }
  };
}

/** Sends one request, reads its response, and reports both. */
async function send<E extends Endpoint>(
  { baseUrl: base, apiKey, onRequest, fetch = globalThis.fetch }: ApiClientOptions,
  endpoint: E,
  parts: RequestParts & { attempt: number },
  leftMs: number,
  params: Record<string, string> | undefined,
  { signal, onResponse }: CallOptions,
): Promise<ResultOf<E>> {
  const key = apiKey();
  const redact = (text: string) => hideCredentials(key, text);
  const timeout = new AbortController();
  const init: RequestInit = {
    method: parts.method,
    headers: {
      ...parts.headers,
      ...(key !== null && { authorization: `Bearer ${sendable(key)}` }),
    },
    body: parts.body ?? null,
    // The key goes to the configured service only: a redirect is not followed.
    redirect: 'manual',
    // No cookies: the key is what signs a request in.
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.any(signal ? [signal, timeout.signal] : [timeout.signal]),
  };
  const request = new Request(base + parts.path, init);
  const end = logRequest(onRequest, { ...parts, base, template: endpoint.path, redact });
  const timer = setTimeout(() => timeout.abort(), leftMs);
  let head: Response | undefined;
  let response: ParsedResponse | undefined;
  try {
    head = await fetch(request);
    const whole = await parseResponse(head, redact);
    // A response that arrives after the caller has left (signed out, say) is not delivered.
    signal?.throwIfAborted();
    response = whole;
    onResponse?.({ status: head.status, operationId: operationIdOf(response) });
    const result = resultOf(endpoint, response, params);
    end(response);
    return result;
  } catch (cause) {
    const error = response ? cause : noResponse(cause, request, head, signal);
    end(response, failureOf(error) ?? { kind: 'cancelled' });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** `Headers` would quote the key in its own error message. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The API key has characters that cannot be sent');
}

/** Why there is no whole response. */
function noResponse(cause: unknown, request: Request, head?: Response, signal?: AbortSignal) {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof ApiError) return cause;
  // Asked of the request, which so stays alive: Node aborts none that it has collected.
  if (request.signal.aborted)
    return new ApiError('The service did not answer in time', { kind: 'timeout' }, { cause });
  const text = head ? 'The answer broke off' : 'The service could not be reached';
  const failure = { kind: 'network', ...(head && { status: head.status }) } as const;
  return new ApiError(text, failure, { cause });
}
