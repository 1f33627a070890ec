import { ServiceError, type ErrorCode } from '#service/domain/errors.ts';

type UpstreamCode = ErrorCode & `UPSTREAM_${string}`;

/**
 * The service behind this one has failed. The text repeats nothing that either side has sent.
 *
 * @param code if it does not depend on the error
 */
export function toUpstreamError(error: unknown, code?: UpstreamCode): ServiceError {
  if (error instanceof ServiceError) return error;
  const reason = reasonOf(error);
  return new ServiceError(code ?? codeOf(reason), { cause: reason });
}

/** Undici has one code for all errors of a socket, with fixed texts, and none for what is no HTTP. */
export function reasonOf(error: unknown): string {
  const { code, name, message } = Object(error) as Record<string, unknown>;
  return String(code === 'UND_ERR_SOCKET' ? message : (code ?? name));
}

/** An open connection was lost; what was sent may have arrived. */
export const isLost = (reason: string) =>
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
