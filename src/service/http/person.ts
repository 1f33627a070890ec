import { isIPv6, type BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { holdsControls } from '#service/domain/plain-text.ts';

interface PersonOptions {
  userHeader: string | undefined;
  /** Addresses. */
  trustedProxy: BlockList | undefined;
}

/** More is no name. */
const LENGTH_MAX = 200;

/**
 * The person that a proxy has signed in: a shared key names nobody.
 *
 * @returns `null` where the header does not come from a trusted proxy, or holds no name
 */
export function personOf({ userHeader, trustedProxy }: PersonOptions) {
  return ({ headers, raw }: FastifyRequest): string | null => {
    if (userHeader === undefined || trustedProxy === undefined) return null;
    const { remoteAddress = '' } = raw.socket;
    if (!trustedProxy.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return null;
    // Node gives the bytes of a header as Latin-1; proxies send UTF-8.
    const bytes = Buffer.from(String(headers[userHeader.toLowerCase()] ?? ''), 'latin1');
    const name = bytes.toString().trim().slice(0, LENGTH_MAX);
    return name === '' || holdsControls(name) ? null : name;
  };
}
