import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { ServiceError } from '#service/domain/errors.ts';
import { toUpstreamError, type UpstreamResponse } from '#service/http/upstream/client.ts';

/** By content coding. `unzip` finds out by itself which of its two it has. */
const DECODERS = new Map([
  ['gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

/** Of a body, compressed or not. A page of a list has about 20 kB. */
const BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a whole body. Some services compress although they were asked not to.
 *
 * @throws {ServiceError} the body broke off, is too long or cannot be decoded
 */
export async function readBody({ headers, body }: UpstreamResponse) {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BYTES_MAX) throw new ServiceError('UPSTREAM_UNREADABLE', { cause: 'size' });
      chunks.push(chunk);
    }
  } catch (error) {
    throw toUpstreamError(error, 'UPSTREAM_CUT');
  }
  const bytes = Buffer.concat(chunks);
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (coding === 'identity') return decodeText(bytes);
  const decode = DECODERS.get(coding);
  if (decode === undefined)
    throw new ServiceError('UPSTREAM_UNREADABLE', { cause: 'content-encoding' });
  try {
    return decodeText(await decode(bytes, { maxOutputLength: BYTES_MAX }));
  } catch (error) {
    throw toUpstreamError(error, 'UPSTREAM_UNREADABLE');
  }
}

/** Some services put a byte order mark in front of JSON, which is left out. */
const decodeText = (bytes: Buffer) => new TextDecoder().decode(bytes);

/** Values of `uri` and `next_page_uri`. Quotes inside a string are escaped, so no other text can look like one. */
const ADDRESS = /("(?:next_page_)?uri"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

/**
 * Captures the part below the upstream's own base; `ip_policies` occur in modules only. Without the flag `s` a line break
 * in an address takes time that grows with the square of its length.
 */
const BELOW_BASE =
  /^(?:https?:(?:\/\/)?[^/?#]*)?(?:\/.*?)?(\/(?:bot_users|edges|ip_policies)(?:[/?].*)?)$/s;

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
