import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /**
   * Writes a last response to a request for which Node has no response object, after the responses to earlier requests
   * on the connection. Writes nothing when the request that cannot be read any further already has its response.
   *
   * @param makeText called when its turn has come, with the request that was not read to its end, if there is one
   */
  endWith: (socket: Socket, makeText: (broken: ServerResponse | undefined) => string) => void;
}

/** Event of a server that is stopping: from now on each response is the last one of its connection. */
export const STOPPING = 'stopping';

interface Connection {
  /** Responses not finished yet, in the order of their requests. */
  waiting: Set<ServerResponse>;
  last?: ServerResponse;
}

/** How long a finished connection still reads and drops what the client sends, in ms. */
const LINGER_MS = 5_000;

/** A connection that has been idle for less is never closed to make room, in ms. */
const IDLE_MS = 200;

/**
 * Watches the connections of a server: every response arrives whole and in order, and near the limit idle connections
 * are closed for new ones.
 */
export function watchConnections(server: Server, maxConnections: number): Connections {
  const open = new Map<Socket, Connection>();
  /** Without a request under way, the longest idle first; since when, in ms. */
  const idle = new Map<Socket, number>();
  const ending = new WeakSet<Socket>();
  // Close idle ones early: Node drops new connections silently at the limit.
  const enough = Math.ceil(maxConnections * 0.9);

  function makeRoom(): void {
    const [longest] = idle;
    // One that has just opened has a request on the way.
    if (longest && performance.now() - longest[1] > IDLE_MS) longest[0].destroy();
  }
  server.on('drop', makeRoom);

  server.on('connection', (socket: Socket) => {
    if (open.size >= enough) makeRoom();
    open.set(socket, { waiting: new Set() });
    idle.set(socket, performance.now());
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    // Node calls this after a response with `Connection: close`, also while the client is still sending its body.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (open.get(socket)?.last?.req.complete === false) end(socket, '');
      else destroySoon();
    };
  });

  const closeAfter = (response: ServerResponse) =>
    void (response.headersSent || response.setHeader('Connection', 'close'));
  let isStopping = false;
  server.once(STOPPING, () => {
    isStopping = true;
    for (const { waiting } of open.values()) waiting.forEach(closeAfter);
  });

  server.on('request', ({ socket, headers }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return; // closed meanwhile
    // After an upgrade request Node ignores what arrived together with it: the next request would wait for ever.
    if (isStopping || headers.upgrade !== undefined) closeAfter(response);
    idle.delete(socket);
    connection.last = response;
    connection.waiting.add(response);
    response.once('close', () => {
      connection.waiting.delete(response);
      if (connection.waiting.size === 0 && open.has(socket)) idle.set(socket, performance.now());
    });
  });

  /**
   * Ends our side, and drops what arrives until the client ends its own: destroying a connection with unread bytes
   * resets it, and the client may lose the response that it was about to read.
   */
  function end(socket: Socket, text: string): void {
    dropInput(socket);
    socket.end(text);
    const bound = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(bound));
  }

  function dropInput(socket: Socket): void {
    ending.add(socket);
    // Detach the parser: it must not find another request, nor end our side when the client ends its own.
    socket.removeAllListeners('data').removeAllListeners('end');
    // Node has paused an unread body, and cannot resume once the parser is detached.
    socket.resume();
    process.nextTick(() => socket.on('data', () => {}));
    socket.on('error', () => {}); // the client may be gone
  }

  return {
    endWith(socket, makeText) {
      if (ending.has(socket)) return;
      dropInput(socket);
      const { waiting = new Set<ServerResponse>(), last } = open.get(socket) ?? {};
      const broken = last?.req.complete === false ? last : undefined;
      const isAnswered = () => broken?.headersSent === true;

      function finishInTurn(): void {
        const [next] = waiting;
        if (next && (next !== broken || isAnswered())) return void next.once('close', finishInTurn);
        if (socket.writable) end(socket, isAnswered() ? '' : makeText(broken));
        else socket.destroy();
      }
      finishInTurn();
    },
  };
}

/**
 * Handles the requests of a connection one after the other, and none after its last response. Node emits pipelined
 * requests at once, so that the first of two changes could be applied last (RFC 9112, section 9.3.2).
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
    // Once our side has ended, nobody would learn what the request did.
    const begin = () => void (socket.writable && listener(request, response));
    if (before === undefined) begin();
    else before.once('close', begin);
  };
}
