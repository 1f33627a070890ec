import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A request as it goes to the upstream. */
export interface UpstreamRequest {
  method: string;
  /** Path and query, relative to the base address, sent byte by byte. */
  address: string;
  headers: OutgoingHttpHeaders;
  signal: AbortSignal;
}

/**
 * Milliseconds that an idle connection is kept: less than servers keep theirs (5 s in Node, longer elsewhere), so that
 * a request rarely meets one that is being closed.
 */
const UNUSED_MS = 4_000;

/**
 * Connections to one upstream.
 *
 * @param base `http:` or `https:`, with or without a path
 * @param reachMs milliseconds after which a connection counts as not possible
 * @param ca authorities in PEM form instead of those of the machine, for tests
 */
export function createUpstreamConnection(base: URL, reachMs: number, ca?: string) {
  const isTls = base.protocol === 'https:';
  const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(base.port === '' ? (isTls ? 443 : 80) : base.port);
  const prefix = base.pathname.replace(/\/+$/, '');
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot switch it off.
  const trust = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  const kept = { keepAlive: true, timeout: UNUSED_MS };
  const agent = isTls ? new HttpsAgent({ ...kept, ...trust }) : new HttpAgent(kept);

  return {
    /** @param fresh on a connection of its own that nothing has used before */
    open({ address, ...parts }: UpstreamRequest, { fresh = false } = {}): ClientRequest {
      const path = prefix + address;
      const place = { host, port, path, agent: fresh ? (false as const) : agent };
      return isTls
        ? requestHttps({ ...parts, ...place, ...trust })
        : requestHttp({ ...parts, ...place });
    },

    /** Whether a connection can be made now, with a certificate that is trusted. */
    isReachable(): Promise<boolean> {
      const servername = isIP(host) === 0 ? host : '';
      return new Promise((resolve) => {
        const socket = isTls
          ? connectTls({ host, port, servername, ...trust })
          : connectTcp({ host, port });
        const bound = setTimeout(end, reachMs, false);
        socket.once(isTls ? 'secureConnect' : 'connect', () => end(true));
        socket.on('error', () => end(false));
        socket.once('close', () => end(false));

        function end(reachable: boolean): void {
          clearTimeout(bound);
          socket.destroy();
          resolve(reachable);
        }
      });
    },

    /** Closes all connections, also those in use. */
    close: () => agent.destroy(),
  };
}

export type UpstreamConnection = ReturnType<typeof createUpstreamConnection>;
