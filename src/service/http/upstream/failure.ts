import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Refusal } from '#service/http/errors.ts';

/** The service behind this one is at fault. The text repeats nothing that was sent, nor anything that it said. */
export class UpstreamFailure extends Refusal {
  /** Node's code of what happened, for the log. */
  readonly reason: string;

  constructor(code: keyof typeof TEXTS, reason: string, text: string = TEXTS[code]) {
    super(code === 'UPSTREAM_TIMEOUT' ? 504 : 502, code, text);
    this.reason = reason;
  }
}

const SERVICE = 'The service behind this dashboard';

const TEXTS = {
  UPSTREAM_UNREACHABLE: `${SERVICE} cannot be reached: try again, and tell its operator when it stays so`,
  UPSTREAM_CERTIFICATE: `${SERVICE} shows a certificate that is not trusted here: its operator can name the authority in NODE_EXTRA_CA_CERTS`,
  UPSTREAM_TIMEOUT: `${SERVICE} did not answer in time: before you repeat a change, look whether it was made`,
  UPSTREAM_REDIRECT: `${SERVICE} redirects, which is not followed: its operator should set the address that answers itself`,
  UPSTREAM_UNREADABLE: `${SERVICE} answered with something that is not HTTP as it is read here`,
  UPSTREAM_CUT: `${SERVICE} broke off in the middle of an answer`,
  UPSTREAM_LOOP:
    'This dashboard is set to stand before itself: its operator should set the address of the service',
};

const LOST = `${SERVICE} closed the connection without an answer: before you repeat a change, look whether it was made`;

/**
 * @param error of a request that got no answer
 * @param socket of that request, when it had one
 */
export function toFailure(error: unknown, socket: Socket | null): Refusal {
  if (error instanceof Refusal) return error;
  const reason = codeOf(error);
  if (socket instanceof TLSSocket && socket.authorizationError)
    return new UpstreamFailure('UPSTREAM_CERTIFICATE', reason);
  if (reason.startsWith('HPE_')) return new UpstreamFailure('UPSTREAM_UNREADABLE', reason);
  return new UpstreamFailure('UPSTREAM_UNREACHABLE', reason, isLost(error) ? LOST : undefined);
}

/** The connection was there and is not any more; what was sent may have arrived. */
export const isLost = (error: unknown) => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
