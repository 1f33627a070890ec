import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '#service/domain/errors.ts';

/** Milliseconds. Tests have no time to wait for them. */
const TIMES = {
  /** For the head of a request, and for all of it. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** Without progress while a response is sent, after which the connection is closed. */
  stuckMs: 60_000,
};

/** Milliseconds of a stop: after the first, idle connections are closed, and after the second all others. */
const STOP_IDLE_MS = 300;
const STOP_MS = 10_000;

/** Requests of a connection that may wait for their turn before no more are read from it. */
const WAITING_MAX = 100;

/** Milliseconds for which an ended connection still drops what the client sends. */
const LINGER_MS = 5_000;

export interface ServerBounds extends Partial<typeof TIMES> {
  maxConnections: number;
}

/**
 * Node's HTTP server with bounds for slow, many and oversized requests. The requests of a connection are handled one
 * after the other, every response arrives whole, and near the limit idle connections are closed for new ones.
 *
 * @param textOf the response to what Node cannot read as a request, as it goes over the wire
 */
export function createNodeServer(
  listener: RequestListener,
  textOf: (error: Error) => string,
  bounds: ServerBounds,
) {
  const { headersMs, requestMs, stuckMs, maxConnections } = { ...TIMES, ...bounds };
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: 500, // check for slow requests every 500 ms
    keepAliveTimeout: 10_000,
    requireHostHeader: false, // a missing one is refused with the API's own error
    joinDuplicateHeaders: true, // else a second host or key is ignored here, and may count for a proxy in front
  });
  server.maxConnections = maxConnections;
  // Their size is bounded. Node would hide what follows the first 2,000: a transfer encoding too.
  server.maxHeadersCount = 0;
  server.timeout = stuckMs;

  /** Open connections with the response to their latest request; among the idle ones the longest idle comes first. */
  const latest = new Map<Socket, ServerResponse | undefined>();
  /** The response that must be closed before another one begins. */
  const before = new WeakMap<ServerResponse, ServerResponse>();
  /** How many requests of a connection wait for their turn. */
  const waiting = new WeakMap<Socket, number>();
  /** Connections on which nothing more is read. */
  const ended = new WeakSet<Socket>();
  let isStopping = false;

  const isIdle = (response?: ServerResponse) => response === undefined || response.closed;

  function closeLongestIdle(): void {
    for (const [socket, response] of latest) if (isIdle(response)) return void socket.destroy();
  }

  // Node drops new connections silently at the limit, so there is room before.
  server.on('drop', closeLongestIdle);
  server.on('connection', (socket) => {
    if (latest.size >= maxConnections * 0.9) closeLongestIdle();
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
    // Node resumes after every request that it has read: they would fill the memory.
    const resume = socket.resume.bind(socket);
    socket.resume = () => ((waiting.get(socket) ?? 0) > WAITING_MAX ? socket : resume());
    // Node calls this after the last response of a connection, also while the client is still sending its body.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (latest.get(socket)?.req.complete === false) end(socket, '');
      else destroySoon();
    };
  });

  // Node emits pipelined requests at once: the first of two changes could be made last (RFC 9112, section 9.3.2).
  server.on('request', (request, response) => {
    const { socket } = request;
    const previous = latest.get(socket);
    latest.set(socket, response);
    response.once('close', () => {
      if (latest.get(socket) !== response) return;
      latest.delete(socket); // to be the last one in the order of the map
      latest.set(socket, response);
    });
    // After an upgrade request Node ignores what arrived together with it: the next request would wait for ever.
    if (isStopping || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (previous !== undefined && !previous.closed) before.set(response, previous);
    wait(socket, 1);
    whenClosed(before.get(response), () => {
      wait(socket, -1);
      // Once our side has ended, nobody would learn what the request did; and the rest of a request may never be read.
      if (socket.writable && (request.complete || !ended.has(socket))) listener(request, response);
    });
  });

  function wait(socket: Socket, change: 1 | -1): void {
    const count = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, count);
    if (count > WAITING_MAX) socket.pause();
    else if (count === WAITING_MAX && change < 0) socket.resume();
  }

  // Not while the response waits for its turn: Node would send it behind the response's head. Clients can do without.
  server.on('checkContinue', (request, response) => {
    if (response.socket !== null) response.writeContinue();
    server.emit('request', request, response);
  });
  // Node would send a bare 417; a server may ignore an expectation that it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else endWith(socket, error);
  });
  // Node would close the connection without a response.
  const values = { methods: 'GET, HEAD, POST, PUT, PATCH, DELETE' };
  server.on('connect', (_request, socket: Socket) =>
    endWith(socket, new ServiceError('METHOD_NOT_ALLOWED', { values })),
  );

  /** Node has no response object for what it cannot read: the response is written in its turn, as text. */
  function endWith(socket: Socket, error: Error): void {
    if (ended.has(socket)) return;
    dropInput(socket);
    const last = latest.get(socket);
    const broken = last?.req.complete === false ? last : undefined;
    whenClosed(broken ? before.get(broken) : last, () =>
      end(socket, broken?.headersSent ? '' : textOf(error)),
    );
  }

  function end(socket: Socket, text: string): void {
    dropInput(socket);
    socket.end(text);
    const bound = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(bound));
  }

  /** Unread bytes would reset the connection, and the client might lose the response that it was about to read. */
  function dropInput(socket: Socket): void {
    if (ended.has(socket)) return;
    ended.add(socket);
    // Detach the parser: it must not find another request, nor end our side when the client ends its own.
    socket.removeAllListeners('data').removeAllListeners('end');
    // Node has paused an unread body, and cannot resume once the parser is detached.
    socket.resume();
    process.nextTick(() => socket.on('data', () => {}));
    socket.on('error', () => {}); // the client may be gone
  }

  const close = server.close.bind(server);
  // Called by `close`: it would cut requests that are on their way over a connection that has been idle until now.
  server.closeIdleConnections = () => {};
  server.close = (done) => {
    isStopping = true;
    for (const response of latest.values())
      if (response && !response.headersSent) response.shouldKeepAlive = false;
    const sweep = setInterval(() => {
      for (const [socket, response] of latest) if (isIdle(response)) socket.destroy();
    }, STOP_IDLE_MS);
    const bound = setTimeout(() => server.closeAllConnections(), STOP_MS);
    return close((error) => {
      clearInterval(sweep);
      clearTimeout(bound);
      // Node says so before the last sockets are closed, one turn later, and their requests are logged.
      setImmediate(() => setImmediate(() => done?.(error)));
    });
  };
  return server;
}

function whenClosed(response: ServerResponse | undefined, next: () => void): void {
  if (response === undefined || response.closed) next();
  else response.once('close', next);
}
