import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ErrorCode } from '#service/domain/error-codes.ts';
import { errorCode } from '#service/domain/domain-error.ts';
import { HttpError } from '#service/http/http-error.ts';

/** The service behind this one has failed. The text repeats nothing that either side has sent. */
export class UpstreamError extends HttpError {
  /** Node's code of what happened, for the log. */
  readonly reason: string;

  constructor(code: ErrorCode & `UPSTREAM_${string}`, reason: string) {
    super(code);
    this.reason = reason;
  }
}

/**
 * @param error of a request that got no response
 * @param socket of that request, when it had one
 */
export function toUpstreamError(error: unknown, socket: Socket | null): HttpError {
  if (error instanceof HttpError) return error;
  const reason = errorCode(error) ?? 'unknown';
  if (socket instanceof TLSSocket && socket.authorizationError)
    return new UpstreamError('UPSTREAM_CERTIFICATE', reason);
  if (reason.startsWith('HPE_')) return new UpstreamError('UPSTREAM_UNREADABLE', reason);
  return new UpstreamError(isLost(error) ? 'UPSTREAM_LOST' : 'UPSTREAM_UNREACHABLE', reason);
}

/** An open connection was lost; what was sent may have arrived. */
export const isLost = (error: unknown) => ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');
