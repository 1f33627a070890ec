// The measure of `npm run bench:service`: a bare node:http server that reads a request and gives the response in
// RESPONSE, whatever was asked. It checks, looks up and stores nothing.
import { createServer } from 'node:http';

/** @type {{ status: number, headers: string[], body: string }} `headers`: names and values in turn */
const { status, headers, body } = JSON.parse(process.env.RESPONSE ?? '');

const server = createServer((request, response) => {
  const end = () => response.writeHead(status, headers).end(body);
  if (request.method === 'GET') return void end();
  request.resume();
  request.once('end', end);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`ready at http://127.0.0.1:${address?.port}`);
});
