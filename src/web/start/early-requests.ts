import type { HandOver } from '#web/start/hand-over.ts';

/** Requests that are sent before the app's code is there. */
export function createEarlyRequests() {
  const sent = new Map<
    string,
    { request: Request; response: Promise<Response>; stop: AbortController }
  >();

  return {
    send(address: string, headers: Record<string, string>, credentials: RequestCredentials) {
      const stop = new AbortController();
      // As the client sends it: no cache, and no redirect, which could lead the key elsewhere.
      const how = { headers, credentials, redirect: 'manual', cache: 'no-store' } as const;
      const request = new Request(address, { ...how, signal: stop.signal });
      const response = fetch(request);
      // Told by whoever takes it.
      response.catch(() => {});
      sent.set(request.url, { request, response, stop });
      return response;
    },

    take(request: Request) {
      const early = sent.get(request.url);
      if (!early || request.method !== 'GET' || !isSameKey(early.request, request))
        return undefined;
      sent.delete(request.url);
      const { signal } = request;
      signal.addEventListener('abort', () => early.stop.abort(signal.reason));
      return early.response;
    },

    drop() {
      for (const { stop } of sent.values()) stop.abort();
      sent.clear();
    },
  } satisfies Omit<HandOver, 'wanted'> & Record<string, unknown>;
}

const isSameKey = (one: Request, other: Request) =>
  one.headers.get('authorization') === other.headers.get('authorization');
