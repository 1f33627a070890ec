import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const DAY_S = 86_400;

/**
 * Answers the page: its files, and the document at every other address, because the page has addresses of
 * its own. The files are listed once; a new build is served after a restart.
 *
 * @param directory what the build has made
 */
export function createPageFiles(directory: string) {
  // Without a build the API still answers, and the page says what to do.
  const files = !existsSync(directory)
    ? noFiles
    : sirv(directory, {
        etag: true,
        brotli: true,
        gzip: true,
        extensions: [],
        setHeaders: (response, path) =>
          response.setHeader(
            'Cache-Control',
            path.startsWith(ASSETS) ? `public, max-age=${365 * DAY_S}, immutable` : 'no-cache',
          ),
      });

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!isRead(request)) {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405, 'The page can only be read.');
    }
    delete request.headers.range; // no file is large enough for it to pay
    const isAsset = request.url?.startsWith(ASSETS);
    files(request, response, () => {
      if (isAsset) return sendText(response, 404, 'There is no such file.');
      request.url = '/index.html';
      files(request, response, () =>
        sendText(response, 404, 'The page has not been built. Run: npm run build'),
      );
    });
  };
}

const ASSETS = '/assets/';

const noFiles: ReturnType<typeof sirv> = (_request, _response, next) => void next?.();

export const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(`${text}\n`);
}
