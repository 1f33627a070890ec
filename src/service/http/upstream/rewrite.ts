import { Transform } from 'node:stream';
import { UpstreamError } from '#service/http/upstream/errors.ts';

/** A page of a list has about 20 kB. */
const BYTES_MAX = 16 * 1024 * 1024;

/** Values of `uri` and `next_page_uri`. Quotes inside a string are escaped, so no other text can look like one. */
const ADDRESS = /("(?:next_page_)?uri"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

/** Captures the part below the upstream's own base; `ip_policies` occur in modules only. */
const BELOW_BASE =
  /^(?:https?:(?:\/\/)?[^/?#]*)?(?:\/.*?)?(\/(?:bot_users|edges|ip_policies)(?:[/?].*)?)$/;

/**
 * Replaces the upstream's base in the addresses of a body, and nothing else: a client that follows them comes back
 * here, and sends its key nowhere else.
 *
 * @param base public address of the API here
 */
export const rewriteAddresses = (json: string, base: string): string =>
  json.replaceAll(ADDRESS, (whole, name: string, value: string) => {
    const path = BELOW_BASE.exec(value.replaceAll(String.raw`\/`, '/'))?.[1];
    return path === undefined ? whole : `${name}${base}${path}"`;
  });

/** Buffers the whole body: an address may be split between two chunks. */
export function createRewriter(base: string): Transform {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      chunks.push(chunk);
      done(size > BYTES_MAX ? new UpstreamError('UPSTREAM_UNREADABLE', 'size') : null);
    },
    flush(done) {
      done(null, rewriteAddresses(Buffer.concat(chunks).toString(), base));
    },
  });
}
