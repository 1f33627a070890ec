import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /**
   * Writes an answer that Node has no response object for, as the last of the connection: after those of the requests
   * before it, which may still be under way. Nothing is written when the request that cannot be read any further has
   * its answer already.
   *
   * @param answer makes it when its turn has come, for the request that was not read to its end, if there is one
   */
  endWith: (socket: Socket, answer: (broken: ServerResponse | undefined) => string) => void;
}

/** Event of a server that ends: from now on a response is the last one of its connection. */
export const STOPPING = 'stopping';

interface Connection {
  /** Whose answers are not out yet, in their order. */
  waiting: Set<ServerResponse>;
  last?: ServerResponse;
}

/** How long a connection that is over takes what the client still sends, in ms. */
const LINGER_MS = 5_000;

/** How long a connection may be idle whatever happens, in ms. */
const IDLE_MS = 200;

/**
 * Watches the connections of a server: every answer arrives whole and in its turn, and who sends nothing makes room
 * for who does.
 */
export function watchConnections(server: Server, maxConnections: number): Connections {
  const open = new Map<Socket, Connection>();
  /** Without a request under way, the longest first; since when, in ms. */
  const idle = new Map<Socket, number>();
  const ending = new WeakSet<Socket>();
  // Room is made before the last place is taken: who comes after that is closed by Node without a question.
  const enough = Math.ceil(maxConnections * 0.9);

  function makeRoom(): void {
    const [longest] = idle;
    // Who has come just now has a request on the way.
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
    // Node calls this after an answer with `Connection: close`, also while the client is still sending its body.
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
    // After an upgrade Node reads nothing more of what came together with it: the next request would wait for ever.
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
   * Ends our side, and drops what comes until the client has ended its own: destroying a connection with unread bytes
   * resets it, and the client may lose the answer that it was about to read.
   */
  function end(socket: Socket, answer: string): void {
    dropInput(socket);
    socket.end(answer);
    const bound = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(bound));
  }

  function dropInput(socket: Socket): void {
    ending.add(socket);
    // The parser: it must not find one more request in what comes, nor end our side when the client ends its own.
    socket.removeAllListeners('data').removeAllListeners('end');
    // Node stops reading a body that nobody wants, and cannot start again once the parser has lost the connection.
    socket.resume();
    process.nextTick(() => socket.on('data', () => {}));
    socket.on('error', () => {}); // the client may be gone
  }

  return {
    endWith(socket, answer) {
      if (ending.has(socket)) return;
      dropInput(socket);
      const { waiting = new Set<ServerResponse>(), last } = open.get(socket) ?? {};
      const broken = last?.req.complete === false ? last : undefined;
      const isAnswered = () => broken?.headersSent === true;

      function finishInTurn(): void {
        const [next] = waiting;
        if (next && (next !== broken || isAnswered())) return void next.once('close', finishInTurn);
        if (socket.writable) end(socket, isAnswered() ? '' : answer(broken));
        else socket.destroy();
      }
      finishInTurn();
    },
  };
}

/**
 * Begins with a request when the one before it on its connection has its response: Node begins with all that have come,
 * so that of two changes the first could win (RFC 9112, section 9.3.2). What follows the last response of a connection
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
