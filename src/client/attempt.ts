import {
  isRedirect,
  readAnswer,
  redirected,
  refusalOf,
  resultOf,
  type Answer,
} from '#client/answer.ts';
import { ApiError, failureOf } from '#client/api-error.ts';
import type { ApiClientOptions } from '#client/api-client.ts';
import { deviationsOf } from '#client/deviations.ts';
import { beginExchange } from '#client/exchange.ts';
import { readText } from '#client/read-text.ts';
import { createRedactor } from '#client/redact.ts';
import { absoluteBase, type RequestParts } from '#client/request.ts';
import type { Endpoint, ResultOf } from '#contract/endpoint.ts';

export interface Attempt {
  /** From 1. */
  attempt: number;
  signal: AbortSignal | undefined;
  /** Milliseconds that are left of the time of the whole call. */
  leftMs: number;
  wholeMs: number;
}

/** Sends one request and reads its answer; see `createCall` for what it throws. */
export async function send<E extends Endpoint>(
  client: ApiClientOptions,
  endpoint: E,
  parts: RequestParts,
  how: Attempt,
): Promise<ResultOf<E>> {
  const key = client.apiKey();
  const base = absoluteBase(client.baseUrl);
  const head = headOf(client, base, parts, key);
  const redact = createRedactor(key);
  const end = beginExchange(client.onRequest, endpoint, { ...parts, base }, how.attempt, redact);
  let answer: Answer | undefined;
  try {
    answer = await fetchAnswer(client, head, how, redact);
    if (isRedirect(answer.response)) throw redirected(answer);
    if (!answer.response.ok) throw refusalOf(answer);
    const result = resultOf(endpoint, answer);
    end(answer, undefined, deviationsOf(endpoint, answer));
    return result;
  } catch (error) {
    end(answer, failureOf(error) ?? { kind: 'cancelled' });
    throw error;
  }
}

type Head = { address: string; init: RequestInit };

function headOf(
  client: ApiClientOptions,
  base: string,
  parts: RequestParts,
  key: string | null,
): Head {
  return {
    address: base + parts.path,
    init: {
      method: parts.method,
      headers: {
        ...parts.headers,
        ...(key !== null && { authorization: `Bearer ${sendable(key)}` }),
      },
      body: parts.body ?? null,
      // The key goes to the configured service only: a redirect is no answer.
      redirect: 'manual',
      credentials: client.credentials ?? 'omit',
      cache: 'no-store',
    },
  };
}

/** `Headers` would quote the key in its own error message. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The API key has characters that cannot be sent');
}

async function fetchAnswer(
  { fetch = globalThis.fetch }: ApiClientOptions,
  { address, init }: Head,
  { signal, leftMs, wholeMs }: Attempt,
  redact: (text: string) => string,
): Promise<Answer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), leftMs);
  let response: Response | undefined;
  try {
    const signals = signal ? [signal, timeout.signal] : [timeout.signal];
    response = await fetch(new Request(address, { ...init, signal: AbortSignal.any(signals) }));
    const text = isRedirect(response) ? '' : await readText(response);
    // An answer that arrives after the caller has left (signed out, say) is not delivered.
    signal?.throwIfAborted();
    return readAnswer(response, text, redact);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof ApiError) throw cause;
    if (timeout.signal.aborted) {
      const failure = { kind: 'timeout', afterMs: wholeMs } as const;
      throw new ApiError('The service did not answer in time', failure, { cause });
    }
    if (response === undefined)
      throw new ApiError('The service could not be reached', { kind: 'network' }, { cause });
    const failure = { kind: 'network', status: response.status } as const;
    throw new ApiError('The answer broke off', failure, { cause });
  } finally {
    clearTimeout(timer);
  }
}
