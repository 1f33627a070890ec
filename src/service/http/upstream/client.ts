import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { errorCode, ServiceError, type ErrorCode } from '#service/domain/errors.ts';

/** Its `signal` also ends the body of the response. */
export type UpstreamRequest = Dispatcher.RequestOptions & { signal: AbortSignal };

export interface UpstreamResponse extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  /** Rejects with a `ServiceError` when the body breaks off, is too long or cannot be decoded. */
  text: Promise<string>;
}

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

/** Of a body, compressed or not. A page of a list has about 20 kB. */
const BYTES_MAX = 16 * 1024 * 1024;

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
    maxResponseSize: BYTES_MAX,
  });

  return {
    base,

    /**
     * Waits for the head of the response. A read whose connection was lost is sent once more; a write may have been
     * carried out, so it is not.
     *
     * @throws {ServiceError} there is no response; the signal's reason when it was aborted
     */
    async send(request: UpstreamRequest): Promise<UpstreamResponse> {
      const { method, path, signal } = request;
      const sent = { ...request, path: prefix + path };
      const isRead = method === 'GET' || method === 'HEAD';
      try {
        const response = await pool.request(sent).catch((error: unknown) => {
          if (isRead && isLost(whatHappened(error))) return pool.request({ ...sent, reset: true });
          throw error;
        });
        const { statusCode, headers } = response;
        const text = readText(response);
        text.catch(() => {}); // not everybody waits for it
        return { statusCode, headers, text };
      } catch (error) {
        signal.throwIfAborted();
        throw toUpstreamError(error);
      }
    },

    /** @throws {ServiceError} no connection can be made now, or none with a certificate that is trusted */
    checkReachable(): Promise<void> {
      const { protocol, host, port } = base;
      const hostname = base.hostname.replaceAll(/[[\]]/g, '');
      return new Promise((resolve, reject) => {
        connect({ protocol, host, hostname, port }, (error, socket) => {
          socket?.destroy();
          if (error) reject(toUpstreamError(error));
          else resolve();
        });
      });
    },
  };
}

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

export const allowsBody = (status: number) => status !== 204 && status !== 304;

/** Some services compress although they were asked not to. */
async function readText({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  const bytes = await body.bytes().catch((error: unknown) => {
    // A 304 may have the length of the body that it leaves out, which undici then misses.
    if (!allowsBody(statusCode)) return new Uint8Array();
    const isTooLong = errorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
    throw toUpstreamError(error, isTooLong ? 'UPSTREAM_UNREADABLE' : 'UPSTREAM_CUT');
  });
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (coding === 'identity' || bytes.length === 0) return decodeText(bytes);
  // `unzip` reads gzip and deflate, and fails with any other coding.
  const decode = coding === 'br' ? promisify(brotliDecompress) : promisify(unzip);
  try {
    return decodeText(await decode(bytes, { maxOutputLength: BYTES_MAX }));
  } catch (error) {
    throw toUpstreamError(error, 'UPSTREAM_UNREADABLE');
  }
}

/** Some services put a byte order mark in front of JSON, which is left out. */
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

type UpstreamCode = ErrorCode & `UPSTREAM_${string}`;

/**
 * The service behind this one has failed. The text repeats nothing that either side has sent.
 *
 * @param code if it does not depend on the error
 */
function toUpstreamError(error: unknown, code?: UpstreamCode): ServiceError {
  if (error instanceof ServiceError) return error;
  const reason = whatHappened(error);
  return new ServiceError(code ?? codeOf(reason), { cause: reason });
}

/** Undici has one code for all errors of a socket, with fixed texts, and none for what is no HTTP. */
function whatHappened(error: unknown): string {
  const { code, name, message } = Object(error) as Record<string, unknown>;
  return String(code === 'UND_ERR_SOCKET' ? message : (code ?? name));
}

/** An open connection was lost; what was sent may have arrived. */
const isLost = (reason: string) =>
  ['ECONNRESET', 'EPIPE', 'other side closed', 'closed'].includes(reason);

/** Undici checks with assertions what its parser lets through. */
const NO_HTTP = /^(HTTPParserError|ERR_ASSERTION|UND_ERR_(HEADERS_OVERFLOW|RES_)|bad )/;

function codeOf(reason: string): UpstreamCode {
  if (isLost(reason)) return 'UPSTREAM_LOST';
  if (reason === 'UND_ERR_HEADERS_TIMEOUT') return 'UPSTREAM_TIMEOUT';
  if (NO_HTTP.test(reason)) return 'UPSTREAM_UNREADABLE';
  // OpenSSL has many codes for a certificate that it does not trust, and Node one for another name.
  const isTrust = /CERT|SIGNATURE|_CA$|PURPOSE|PATH_LENGTH|HOSTNAME/.test(reason);
  return isTrust ? 'UPSTREAM_CERTIFICATE' : 'UPSTREAM_UNREACHABLE';
}
