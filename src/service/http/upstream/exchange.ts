import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { HttpError } from '#service/http/http-error.ts';
import type { UpstreamConnection, UpstreamRequest } from '#service/http/upstream/connection.ts';
import { isLost, toUpstreamError, UpstreamError } from '#service/http/upstream/errors.ts';

/** Milliseconds. */
export interface WaitBounds {
  connectMs: number;
  /** From the last byte of the request to the head of the response. The page itself waits 15 s. */
  answerMs: number;
}

/**
 * Sends a request and waits for the head of the response; the caller reads the body.
 *
 * @param body passed on as it comes; `undefined`: none
 * @throws {HttpError} there is no response, or the request's body was refused; the signal's reason when it was aborted
 */
export async function exchange(
  connection: UpstreamConnection,
  request: UpstreamRequest,
  body: AsyncIterable<Uint8Array> | undefined,
  bounds: WaitBounds,
): Promise<IncomingMessage> {
  const until = performance.now() + bounds.answerMs;
  const outgoing = connection.open(request);
  try {
    return await responseHead(outgoing, body, bounds);
  } catch (error) {
    request.signal.throwIfAborted();
    // The upstream has just closed an idle connection. A write may have been carried out, so it is not sent again.
    const isStale = outgoing.reusedSocket && isLost(error);
    if (!isStale || !isRead(request)) throw toUpstreamError(error, outgoing.socket);
  }

  const again = connection.open(request, { fresh: true });
  const answerMs = Math.max(1, until - performance.now());
  try {
    return await responseHead(again, undefined, { ...bounds, answerMs });
  } catch (error) {
    request.signal.throwIfAborted();
    throw toUpstreamError(error, again.socket);
  }
}

const isRead = ({ method }: UpstreamRequest) => method === 'GET' || method === 'HEAD';

function responseHead(
  outgoing: ClientRequest,
  body: AsyncIterable<Uint8Array> | undefined,
  { connectMs, answerMs }: WaitBounds,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const source = body && Readable.from(body);
    const connecting = setTimeout(
      () => outgoing.destroy(new UpstreamError('UPSTREAM_UNREACHABLE', 'connect')),
      connectMs,
    );
    const waiting = setTimeout(() => outgoing.destroy(late(outgoing)), answerMs);
    const moreTime = () => void waiting.refresh();

    function settle(): void {
      clearTimeout(connecting);
      clearTimeout(waiting);
      source?.off('data', moreTime);
    }

    outgoing.once('socket', (socket) => {
      if (outgoing.reusedSocket) return clearTimeout(connecting);
      const connected = socket instanceof TLSSocket ? 'secureConnect' : 'connect';
      socket.once(connected, () => clearTimeout(connecting));
    });
    outgoing.once('response', (incoming) => {
      settle();
      // 101 without an upgrade arrives here as well.
      if (Number(incoming.statusCode) >= 200) return resolve(incoming);
      incoming.destroy();
      reject(new UpstreamError('UPSTREAM_UNREADABLE', 'status'));
    });
    outgoing.once('upgrade', (_incoming, socket) => {
      settle();
      socket.destroy();
      reject(new UpstreamError('UPSTREAM_UNREADABLE', 'upgrade'));
    });
    // Stays after the response: the upstream may stop reading a body that it has refused.
    outgoing.on('error', (error) => {
      settle();
      reject(error);
    });

    outgoing.once('close', () => {
      settle();
      source?.destroy();
      reject(new UpstreamError('UPSTREAM_UNREACHABLE', 'closed')); // unless it has been settled
    });

    if (source === undefined) return void outgoing.end();
    source.on('error', (error) => outgoing.destroy(error));
    source.on('data', moreTime).pipe(outgoing);
  });
}

/** Either the client sends its body too slowly, or the upstream does not read it or does not respond. */
function late(outgoing: ClientRequest): HttpError {
  if (outgoing.writableEnded || outgoing.writableNeedDrain)
    return new UpstreamError('UPSTREAM_TIMEOUT', 'answer');
  return new HttpError('REQUEST_TOO_SLOW', { headers: { Connection: 'close' } });
}
