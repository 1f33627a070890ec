import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '#service/domain/domain-error.ts';
import { UpstreamError } from '#service/http/upstream/errors.ts';

/**
 * Streams a response body to the client, as fast as the client reads it. A client that disconnects ends both. The
 * head of the client's response must be set.
 *
 * @param rewriter what the body passes through, if anything
 * @param idleMs milliseconds without a byte, after which the connection of the slow side is closed
 * @throws {UpstreamError} the body ended too early; the client's connection is reset
 */
export async function passBody(
  incoming: IncomingMessage,
  response: ServerResponse,
  idleMs: number,
  rewriter?: Transform,
): Promise<void> {
  const { socket } = response;
  let cut: UpstreamError | undefined;
  const idle = setTimeout(() => {
    if (response.writableNeedDrain) response.destroy();
    else incoming.destroy(new UpstreamError('UPSTREAM_CUT', 'idle'));
  }, idleMs);

  // The pipeline alone adds seven: with those of the request the default of ten is passed, and Node warns of a leak.
  response.setMaxListeners(20);
  incoming.on('data', () => idle.refresh());
  // Before the pipeline, which would close the connection normally: a client that reads until the connection ends would
  // take half a body for a whole one.
  incoming.once('error', (error) => {
    if (socket === null || socket.destroyed) return;
    cut =
      error instanceof UpstreamError
        ? error
        : new UpstreamError('UPSTREAM_CUT', errorCode(error) ?? 'unknown');
    socket.resetAndDestroy();
  });
  try {
    await (rewriter ? pipeline(incoming, rewriter, response) : pipeline(incoming, response));
  } catch (error) {
    if (cut ?? error instanceof UpstreamError) throw cut ?? error; // else the client has disconnected, or reads nothing
  } finally {
    clearTimeout(idle);
  }
}
