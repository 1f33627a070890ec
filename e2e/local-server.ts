import { once } from 'node:events';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port for as long as `body` runs. */
export async function listening(
  answer: RequestListener,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // not a pipe: it listens on a port
  try {
    await body(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Asks a service what was asked here, as if it had been asked itself: it learns of no other origin. */
export function forward(request: IncomingMessage, serviceUrl: string): Promise<IncomingMessage> {
  const { origin: _, ...headers } = request.headers;
  const { host } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const options = { method: request.method, headers: { ...headers, host } };
    const forwarded = ask(serviceUrl + request.url, options, resolve).on('error', reject);
    request.pipe(forwarded);
  });
}
