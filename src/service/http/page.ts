import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sirv from 'sirv';
import { isRead, pathOf } from '#service/http/endpoints.ts';
import { documentHeaders } from '#service/http/headers.ts';
import { sendText } from '#service/http/server.ts';

const YEAR_S = 365 * 86_400;

/** Files of the build, and names that look like one; every other path is a route of the page. */
const FILE = /^\/(assets\/|[^/]*\.)/;
/** Files whose name changes with their content; behind a `..`, encoded or not, stands another file. */
const HASHED = /^\/assets\/[\w.-]+$/;
const DOCUMENT = '/index.html';

/**
 * Answers the page: its files, and the document at the page's own addresses. Without a build the API still works.
 *
 * @param directory what the build has made
 */
export function createPage(directory: string) {
  // Looked up at each request: a list of the files would be that of another build after the next one. Without ETags:
  // they are of size and time, which two builds may share.
  const files = sirv(directory, {
    dev: true,
    brotli: true,
    gzip: true,
    extensions: [],
  });

  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isRead(request))
      return void sendText(
        reply.code(405).header('Allow', 'GET, HEAD'),
        'The page can only be read.',
      );
    const notFound = (text: string) => void sendText(reply.code(404), text);
    const { raw } = request;
    const path = pathOf(request);
    const isFile = FILE.test(path) && path !== DOCUMENT;
    delete raw.headers.range; // no file is large enough for ranges
    if (!isFile) raw.url = DOCUMENT;
    const caching = isFile ? { 'Cache-Control': cachingOf(path) } : documentHeaders;
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...caching }))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.once('pipe', (file: Readable) => {
      // A new build may have taken the file away since: that ends this response alone.
      file.once('error', () => reply.raw.destroy());
      // A pipe leaves the file open for ever when the client goes away in the middle.
      reply.raw.once('close', () => file.destroy());
    });
    files(raw, reply.raw, () =>
      notFound(
        isFile ? 'There is no such file.' : 'The page has not been built. Run: npm run build',
      ),
    );
  };
}

const cachingOf = (path: string) =>
  HASHED.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
