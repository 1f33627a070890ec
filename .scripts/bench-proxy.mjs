import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';

/** @typedef {{ at: number, method: string, path: string, status: number }} Arrival */

/**
 * Stands between the browser and the service, passes everything on, and remembers what the API was asked.
 *
 * @param {string} serviceUrl
 * @param {(path: string) => { type: string, body: string } | undefined} [standIn] responds in place of the service
 */
export async function standBefore(serviceUrl, standIn = () => undefined) {
  /** @type {Arrival[]} */
  const arrivals = [];
  const { host } = new URL(serviceUrl);
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    const { origin: _, ...headers } = request.headers;
    const arrival = { at: performance.now(), method, path, status: 0 };
    if (path.startsWith('/api/')) arrivals.push(arrival);
    const own = standIn(path);
    if (own) {
      arrival.status = 200;
      response.writeHead(200, { 'content-type': own.type, 'cache-control': 'no-store' });
      return void response.end(own.body);
    }
    const passed = ask(serviceUrl + path, { method, headers: { ...headers, host } }, (answer) => {
      arrival.status = answer.statusCode ?? 0;
      response.writeHead(arrival.status, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, arrivals, close: () => server.closeAllConnections() };
}
