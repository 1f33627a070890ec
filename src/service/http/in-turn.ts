import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins with a request when the one before it on its connection has its answer: Node begins with all that have come,
 * so that of two changes the first could win (RFC 9112, section 9.3.2). What follows the last answer of a connection
 * is never begun.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();

  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    response.once('close', () => {
      if (latest.get(socket) === response) latest.delete(socket);
    });
    // Our side has ended: nobody would learn what the request has done.
    const begin = () => void (socket.writable && listener(request, response));
    if (before === undefined) begin();
    else before.once('close', begin);
  };
}
