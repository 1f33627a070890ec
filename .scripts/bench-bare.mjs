// The measure of `npm run bench:service`: a bare node:http server that reads a request and answers the same bytes,
// whatever was asked. It checks, looks up and stores nothing.
import { createServer } from 'node:http';

/** @typedef {{ status: number, headers: string[], body: string }} Answer `headers`: names and values in turn */

/** @type {Answer} */
let answer = { status: 503, headers: [], body: '' };

process.on('message', (/** @type {Answer} */ recorded) => {
  answer = recorded;
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());

const server = createServer((request, response) => {
  const { status, headers, body } = answer;
  const end = () => response.writeHead(status, headers).end(body);
  if (request.method === 'GET') return void end();
  request.resume();
  request.once('end', end);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});
