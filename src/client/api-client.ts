import { ApiError, type ApiFailure } from '#client/api-error.ts';
import { send } from '#client/attempt.ts';
import type { RequestLogEntry } from '#client/exchange.ts';
import { requestParts, type ApiVersion } from '#client/request.ts';
import { sleep } from '#client/sleep.ts';
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
  /** Milliseconds until a call is given up: its attempts and the pauses between them, without waiting for turns. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
  /** Hears of every request twice: when it is sent and when it has ended. */
  onRequest?: (exchange: RequestLogEntry) => void;
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

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 300;
/** A service that asks for a longer pause is not waited for: its answer is shown, with the time it asks for. */
const LONGEST_WAIT_MS = 5000;

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
    const wholeMs = client.timeoutMs ?? TIMEOUT_MS;
    let leftMs = wholeMs;

    for (let attempt = 1; ; attempt++) {
      await turn?.();
      const start = performance.now();
      try {
        return await send(client, endpoint, parts, { attempt, signal, leftMs, wholeMs });
      } catch (error) {
        leftMs -= performance.now() - start;
        const wait = waitBeforeRetry(error, attempt);
        const isLast = endpoint.method !== 'GET' || attempt > retries;
        if (isLast || wait === undefined || wait >= leftMs) throw error;
        leftMs -= wait;
        await sleep(wait, signal);
      }
    }
  };
}

function waitBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ApiError) || !isPassing(error.failure)) return undefined;
  const asked = error.failure.kind === 'status' ? (error.failure.retryAfterMs ?? 0) : 0;
  const wait = Math.max(asked, FIRST_WAIT_MS * 3 ** (attempt - 1));
  return wait > LONGEST_WAIT_MS ? undefined : wait;
}

/** No answer, or an answer that says the fault is on the other side. A 4xx is an answer. */
const isPassing = (failure: ApiFailure) =>
  failure.kind === 'network' || (failure.kind === 'status' && failure.status >= 500);
