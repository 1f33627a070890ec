import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Names in lower case; a repeated one is an array, as a split answer would have it. */
  headers: Map<string, string[]>;
  body: Buffer;
  /** Of all of it. */
  bytes: number;
}

export interface RawConnection {
  send(bytes: Buffer): void;
  /** Ends the client's side alone. */
  half(): void;
  /**
   * The next answer that is no 1xx.
   *
   * @param method of the request that it belongs to: an answer to HEAD has no body
   * @returns `undefined` when the connection ends first
   * @throws {Error} neither has happened for so long that it never will
   */
  next(method: string): Promise<RawAnswer | undefined>;
  isOpen(): boolean;
  close(): void;
  socket: Socket;
}

/** Far beyond what the service takes for anything. */
const SILENCE_MS = 20_000;

/** Sends these bytes to the service at this URL on a connection of their own; reads the first answer. */
export async function askRaw(url: string, bytes: string): Promise<RawAnswer> {
  const connection = await connectRaw(Number(new URL(url).port));
  connection.send(Buffer.from(bytes));
  const answer = await connection.next(bytes.split(' ', 1)[0] ?? '');
  connection.close();
  if (answer === undefined) throw new Error('No answer');
  return answer;
}

/** A client that knows no manners, and reads answers strictly. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let over = false;
  let wake = () => {};
  const end = () => {
    over = true;
    wake();
  };
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    wake();
  });
  socket.on('end', end).on('close', end);
  socket.on('error', () => {}); // `close` follows

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    half: () => void socket.end(),
    async next(method) {
      const giveUp = AbortSignal.timeout(SILENCE_MS);
      giveUp.addEventListener('abort', () => wake());
      for (;;) {
        const parsed = parseAnswer(received, method, over);
        if (parsed) {
          received = received.subarray(parsed.bytes);
          if (parsed.status >= 200) return parsed;
          continue;
        }
        if (over) return undefined;
        if (giveUp.aborted) throw new Error('No answer, and the connection is open');
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    isOpen: () => !over,
    close: () => void socket.destroy(),
  };
}

/** @throws {Error} what came is no HTTP */
function parseAnswer(received: Buffer, method: string, over: boolean) {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`No answer: ${JSON.stringify(first)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`No header: ${JSON.stringify(line)}`);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const body = bodyOf(received.subarray(end + 4), headers, status, method, over);
  return body && { status, headers, body: body.content, bytes: end + 4 + body.taken };
}

function bodyOf(
  rest: Buffer,
  headers: Map<string, string[]>,
  status: number,
  method: string,
  over: boolean,
): { content: Buffer; taken: number } | undefined {
  const none = { content: Buffer.alloc(0), taken: 0 };
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return none;
  if (headers.get('transfer-encoding')?.[0] === 'chunked') return unchunked(rest);
  const length = headers.get('content-length')?.[0];
  if (length === undefined) return over ? { content: rest, taken: rest.length } : undefined;
  const taken = Number(length);
  return rest.length < taken ? undefined : { content: rest.subarray(0, taken), taken };
}

function unchunked(rest: Buffer): { content: Buffer; taken: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return undefined;
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
    if (size === 0) return { content: Buffer.concat(chunks), taken: at };
  }
}
