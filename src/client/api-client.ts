import { send } from '#client/attempt.ts';
import type { RequestLogEntry } from '#client/exchange.ts';
import { requestParts, type ApiVersion } from '#client/request.ts';
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
  /** Hears of every request twice: when it is sent and when it has ended. */
  onRequest?: (exchange: RequestLogEntry) => void;
}

/** What decides when a request may be sent. */
export interface RequestToSend {
  isBackground: boolean;
  signal?: AbortSignal | undefined;
  onWait?: OnWait | undefined;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Of a read; a write is sent once. Default `interactive`. */
  retry?: RetryPolicy;
  /** Told what the call waits for, and `undefined` when it goes on. */
  onWait?: OnWait;
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
  return async (endpoint, input, { signal, retry = 'interactive', onWait } = {}) => {
    const parts = requestParts(endpoint, input, client.version);
    const policy = endpoint.method === 'GET' ? retry : 'none';
    const isBackground = policy === 'background';
    const waitAfter = createRetry(policy);
    const wholeMs = client.timeoutMs ?? TIMEOUT_MS;
    let leftMs = wholeMs;

    for (let attempt = 1; ; attempt++) {
      await client.acquire?.({ isBackground, signal, onWait });
      const start = performance.now();
      try {
        return await send(client, endpoint, parts, { attempt, signal, leftMs, wholeMs });
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
