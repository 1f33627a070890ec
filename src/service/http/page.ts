import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { documentHeaders, setHeaders } from '#service/http/headers.ts';

const YEAR_S = 365 * 86_400;

/** Files of the build, and names that look like one; every other path is a route of the page. */
const FILE = /^\/(assets\/|[^/]*\.)/;
const DOCUMENT = '/index.html';

/**
 * Answers the page: its files, and the document at the page's own addresses. The files are listed once; a new build is
 * served after a restart. Expects the fixed headers on the response.
 *
 * @param directory what the build has made
 */
export function createPageFiles(directory: string) {
  // Without a build the API still works, and the page says what to do.
  const isBuilt = existsSync(join(directory, DOCUMENT));
  const files = isBuilt
    ? sirv(directory, { etag: true, brotli: true, gzip: true, extensions: [] })
    : undefined;

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!isRead(request)) {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405, 'The page can only be read.');
    }
    if (!files) return sendText(response, 404, 'The page has not been built. Run: npm run build');
    delete request.headers.range; // no file is large enough for ranges

    const [path = ''] = (request.url ?? '').split('?', 1);
    const isFile = FILE.test(path) && path !== DOCUMENT;
    if (isFile) response.setHeader('Cache-Control', cachingOf(path));
    else {
      setHeaders(response, documentHeaders);
      request.url = DOCUMENT;
    }
    files(request, response, () => sendText(response, 404, 'There is no such file.'));
  };
}

const cachingOf = (path: string) =>
  path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';

export const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(`${text}\n`);
}
