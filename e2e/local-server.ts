import { once } from 'node:events';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves on a free port for as long as `body` runs. Each request has a connection of its own: on one that it has used
 * before, a browser sends a request again by itself when it is closed without an answer.
 */
export async function listening(
  answer: RequestListener,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  server.maxRequestsPerSocket = 1;
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
  const { origin: _, 'accept-encoding': __, ...headers } = request.headers;
  const { host } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const options = { method: request.method, headers: { ...headers, host } };
    request.pipe(ask(serviceUrl + request.url, options, resolve).on('error', reject));
  });
}

/** Answers as the service does, with further headers; one that is away does not answer. */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  serviceUrl: string,
  further: OutgoingHttpHeaders = {},
): Promise<void> {
  try {
    const answer = await forward(request, serviceUrl);
    response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer), ...further });
    answer.pipe(response);
  } catch {
    response.destroy();
  }
}

/** The headers of an answer that are not about the connection on which it came. */
export function endToEnd({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _, 'keep-alive': __, ...others } = headers;
  return others;
}
