import { buildConnector, Pool, type Dispatcher } from 'undici';
import { isLost, reasonOf, toUpstreamError } from '#service/http/upstream/upstream-error.ts';

/** Its `signal` also ends the body of the response. */
export type UpstreamRequest = Dispatcher.RequestOptions & { signal: AbortSignal };
export type UpstreamResponse = Dispatcher.ResponseData;

/** Milliseconds. The page itself waits 15 s for a response. */
const TIMEOUTS = {
  connectMs: 5_000,
  /** From the last byte of the request to the head of the response. */
  headMs: 10_000,
  /** Without a byte in the middle of a body. */
  idleMs: 15_000,
};

/** Less than servers keep an idle connection, in ms, so that a request rarely meets one that is being closed. */
const UNUSED_MS = 4_000;

/**
 * Connections to one upstream.
 *
 * @param base `http:` or `https:`, without credentials, query and fragment; its path is put in front of every address
 * @param options `ca`: authorities in PEM form instead of those of the machine, for tests
 */
export function createUpstreamClient(
  base: URL,
  { ca, ...timeouts }: Partial<typeof TIMEOUTS> & { ca?: string } = {},
) {
  const { connectMs, headMs, idleMs } = { ...TIMEOUTS, ...timeouts };
  const prefix = base.pathname.replace(/\/+$/, '');
  const connect = buildConnector({
    timeout: connectMs,
    rejectUnauthorized: true, // explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot switch it off
    ...(ca !== undefined && { ca }),
  });
  const pool = new Pool(base.origin, {
    connect,
    headersTimeout: headMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: UNUSED_MS,
    keepAliveMaxTimeout: UNUSED_MS,
  });

  return {
    base,

    /**
     * Waits for the head of the response; the caller reads the body. A read whose connection was lost is sent once
     * more; a write may have been carried out, so it is not.
     *
     * @throws {ServiceError} there is no response; the signal's reason when it was aborted
     */
    async send(request: UpstreamRequest): Promise<UpstreamResponse> {
      const { method, path, signal } = request;
      const sent = { ...request, path: prefix + path };
      const isRead = method === 'GET' || method === 'HEAD';
      try {
        return await pool.request(sent).catch((error: unknown) => {
          if (isRead && isLost(reasonOf(error))) return pool.request({ ...sent, reset: true });
          throw error;
        });
      } catch (error) {
        signal.throwIfAborted();
        throw toUpstreamError(error);
      }
    },

    /** Whether a connection can be made now, with a certificate that is trusted. */
    isReachable(): Promise<boolean> {
      const { protocol, host, port } = base;
      const hostname = base.hostname.replaceAll(/[[\]]/g, '');
      return new Promise((resolve) => {
        connect({ protocol, host, hostname, port }, (error, socket) => {
          socket?.destroy();
          resolve(error === null);
        });
      });
    },
  };
}

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;
