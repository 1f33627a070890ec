import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Names in lower case; a repeated one is an array, as a split answer would have it. */
  headers: Map<string, string[]>;
  body: Buffer;
}

export type RawConnection = Awaited<ReturnType<typeof connectRaw>>;

/** Far beyond what the service takes for anything. */
const SILENCE_MS = 20_000;

/** Sends these bytes to the service at this URL on a connection of their own; reads the first answer. */
export async function askRaw(url: string, bytes: string): Promise<RawAnswer> {
  const connection = await connectRaw(url, bytes);
  const answer = await connection.next(bytes.split(' ', 1)[0] ?? '');
  connection.close();
  if (answer === undefined) throw new Error('No answer');
  return answer;
}

/** A client that knows no manners, sends these bytes, and reads answers strictly. */
export async function connectRaw(url: string, bytes: string | Buffer) {
  const { port, hostname: host } = new URL(url);
  const socket = connect({ port: Number(port), host, allowHalfOpen: true });
  await once(socket, 'connect');
  const news = new EventEmitter();
  let received: Buffer = Buffer.alloc(0);
  let over = false;
  socket.on('data', (more: Buffer) => (received = Buffer.concat([received, more])));
  for (const event of ['end', 'close']) socket.on(event, () => (over = true));
  for (const event of ['data', 'end', 'close']) socket.on(event, () => news.emit('news'));
  socket.on('error', () => {}); // `close` follows
  if (bytes.length > 0) socket.write(bytes);

  /**
   * The next answer that is no 1xx.
   *
   * @param method of the request that it belongs to: an answer to HEAD has no body
   * @returns `undefined` when the connection ends first
   * @throws {Error} what came is no HTTP, or neither has happened for so long that it never will
   */
  async function next(method: string): Promise<RawAnswer | undefined> {
    for (;;) {
      const read = firstIn(received, method);
      if (read === undefined) {
        if (over) return undefined;
        await once(news, 'news', { signal: AbortSignal.timeout(SILENCE_MS) });
      } else {
        received = read.rest;
        if (read.answer.status >= 200) return read.answer;
      }
    }
  }

  return { socket, next, isOpen: () => !over, close: () => void socket.destroy() };
}

/** The first answer, once it is whole; every one of the service tells the length of its body. */
function firstIn(bytes: Buffer, method: string) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = parseHead(bytes.toString('latin1', 0, end));
  const { status, headers } = head;
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;
  const [length] = hasBody ? (headers.get('content-length') ?? []) : ['0'];
  if (length === undefined) throw new Error(`No length: ${status}`);
  const from = end + 4;
  const to = from + Number(length);
  if (bytes.length < to) return undefined;
  return { answer: { ...head, body: bytes.subarray(from, to) }, rest: bytes.subarray(to) };
}

function parseHead(head: string): Omit<RawAnswer, 'body'> {
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`No answer: ${JSON.stringify(first)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`No header: ${JSON.stringify(line)}`);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { status, headers };
}
