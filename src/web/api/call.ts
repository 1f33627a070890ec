import { createCall, type Call } from '#client/api-client.ts';
import { ApiError, hasStatus } from '#client/api-error.ts';
import { toCurl } from '#client/curl.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { session } from '#web/api/session.ts';

/** Where the service is, and which version is asked for: the operator's word, and taken from nowhere else. */
const connect = (apiKey: () => string | null): Call =>
  createCall({ baseUrl: runtimeConfig().api_base, apiKey, version: version() });

function version() {
  const { version_header: header, version: value } = runtimeConfig();
  return { header, value };
}

/**
 * Every request of the page.
 *
 * A 401 opens the sign-in dialog over the page: a read waits for it and is then repeated, a change is not, its
 * form waits for the person. All requests of a session end with it.
 */
export const call: Call = async (endpoint, input, options = {}) => {
  const write = endpoint.method !== 'GET';
  if (write && !navigator.onLine)
    throw new ApiError('Not sent: you are offline', { kind: 'offline' });
  const send = connect(session.key);
  const signal = AbortSignal.any([session.signal(), ...(options.signal ? [options.signal] : [])]);

  for (;;) {
    const key = session.key();
    try {
      return await send(endpoint, input, { ...options, signal });
    } catch (error) {
      if (!hasStatus(error, 401)) throw error;
      session.expire(key);
      if (write) throw error;
      await session.renewed(signal);
    }
  }
};

/** The one read that checks a key before it is taken; no session yet, no second attempt. */
export function checkKey(key: string, signal?: AbortSignal) {
  const options = { retries: 0, ...(signal && { signal }) };
  return connect(() => key)(botUserEndpoints.list, { query: { limit: '1' } }, options);
}

/** The shell command for what `call` would send. */
export const curlOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  toCurl(endpoint, input, version());
