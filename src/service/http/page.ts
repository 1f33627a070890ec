import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sirv from 'sirv';
import { isRead, pathOf } from '#service/http/endpoints.ts';
import { documentHeaders } from '#service/http/headers.ts';
import { sendText } from '#service/http/server.ts';

const YEAR_S = 365 * 86_400;

/** Files of the build, and names that look like one; every other path is a route of the page. */
const FILE = /^\/(assets\/|[^/]*\.)/;
const DOCUMENT = '/index.html';

/**
 * Answers the page: its files, and the document at the page's own addresses. The files are listed once; a new build is
 * served after a restart.
 *
 * @param directory what the build has made
 */
export function createPage(directory: string) {
  // Without a build the API still works, and the page says what to do.
  const files = existsSync(join(directory, DOCUMENT))
    ? sirv(directory, { etag: true, brotli: true, gzip: true, extensions: [] })
    : undefined;

  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isRead(request))
      return void sendText(
        reply.code(405).header('Allow', 'GET, HEAD'),
        'The page can only be read.',
      );
    const notFound = (text: string) => void sendText(reply.code(404), text);
    if (!files) return notFound('The page has not been built. Run: npm run build');

    const { raw } = request;
    const path = pathOf(request);
    const isFile = FILE.test(path) && path !== DOCUMENT;
    delete raw.headers.range; // no file is large enough for ranges
    if (!isFile) raw.url = DOCUMENT;
    const caching = isFile ? { 'Cache-Control': cachingOf(path) } : documentHeaders;
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...caching }))
      if (value !== undefined) reply.raw.setHeader(name, value);
    // A new build may have taken the file away since: that ends this response alone.
    reply.raw.once('pipe', (file) => file.once('error', () => reply.raw.destroy()));
    files(raw, reply.raw, () => notFound('There is no such file.'));
  };
}

const cachingOf = (path: string) =>
  path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
