import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, UpstreamError } from '#service/http/upstream/errors.ts';

/**
 * Streams the body of an answer to a client whose head is set, as fast as the client takes it. A client that leaves
 * ends both.
 *
 * @param rewriter what the body passes through, if anything
 * @param idleMs milliseconds without a byte after which the one who holds the other up is left
 * @throws {UpstreamError} the answer has ended too early; the client's connection is reset
 */
export async function passBody(
  answer: IncomingMessage,
  response: ServerResponse,
  idleMs: number,
  rewriter?: Transform,
): Promise<void> {
  const { socket } = response;
  let cut: UpstreamError | undefined;
  const idle = setTimeout(() => {
    if (response.writableNeedDrain) response.destroy();
    else answer.destroy(new UpstreamError('UPSTREAM_CUT', 'idle'));
  }, idleMs);

  // The pipeline alone adds seven: with those of the request the default of ten is passed, and Node warns of a leak.
  response.setMaxListeners(20);
  answer.on('data', () => idle.refresh());
  // Before the pipeline, which would close the connection in good order: for a client that reads up to the end of
  // the connection, half an answer would be a whole one.
  answer.once('error', (error) => {
    if (socket === null || socket.destroyed) return;
    cut = error instanceof UpstreamError ? error : new UpstreamError('UPSTREAM_CUT', codeOf(error));
    socket.resetAndDestroy();
  });
  try {
    await (rewriter ? pipeline(answer, rewriter, response) : pipeline(answer, response));
  } catch (error) {
    if (cut ?? error instanceof UpstreamError) throw cut ?? error; // else the client has left, or takes nothing
  } finally {
    clearTimeout(idle);
  }
}
