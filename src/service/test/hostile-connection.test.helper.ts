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

  /** Looks until there is something to see; `undefined` when the connection ends first. */
  async function wait<T>(look: () => T | undefined): Promise<T | undefined> {
    for (;;) {
      const seen = look();
      if (seen !== undefined || over) return seen;
      await once(news, 'news', { signal: AbortSignal.timeout(SILENCE_MS) });
    }
  }

  const take = (length: number) =>
    wait(() => {
      if (received.length < length) return undefined;
      const taken = received.subarray(0, length);
      received = received.subarray(length);
      return taken;
    });

  async function takeTo(mark: string): Promise<string | undefined> {
    const at = await wait(() => (received.includes(mark) ? received.indexOf(mark) : undefined));
    if (at === undefined) return undefined;
    return (await take(at + mark.length))?.toString('latin1', 0, at);
  }

  async function takeChunks(before = Buffer.alloc(0)): Promise<Buffer | undefined> {
    const size = Number.parseInt((await takeTo('\r\n')) ?? '', 16);
    const chunk = await take(size + 2);
    if (chunk === undefined || size === 0) return chunk && before;
    return takeChunks(Buffer.concat([before, chunk.subarray(0, size)]));
  }

  async function takeBody({ status, headers }: Omit<RawAnswer, 'body'>, method: string) {
    if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return take(0);
    if (headers.get('transfer-encoding')?.[0] === 'chunked') return takeChunks();
    const length = headers.get('content-length')?.[0];
    if (length !== undefined) return take(Number(length));
    await wait(() => undefined);
    return take(received.length);
  }

  /**
   * The next answer that is no 1xx.
   *
   * @param method of the request that it belongs to: an answer to HEAD has no body
   * @returns `undefined` when the connection ends first
   * @throws {Error} what came is no HTTP, or neither has happened for so long that it never will
   */
  async function next(method: string): Promise<RawAnswer | undefined> {
    const head = await takeTo('\r\n\r\n');
    if (head === undefined) return undefined;
    const answer = parseHead(head);
    const body = await takeBody(answer, method);
    if (answer.status < 200) return next(method);
    return body && { ...answer, body };
  }

  return { socket, next, isOpen: () => !over, close: () => void socket.destroy() };
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
