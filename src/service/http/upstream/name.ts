import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { UpstreamError } from '#service/http/upstream/errors.ts';

/** A bot user has a few hundred. */
const BYTES_MAX = 64 * 1024;

/** The upstream refuses to say what a change is about: that is passed on in place of the change's response. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
  readonly incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    super(`Status ${incoming.statusCode}`);
    this.incoming = incoming;
  }
}

/**
 * @param idleMs milliseconds in which the whole has to be there
 * @throws {UpstreamError} it broke off, takes too long or is too long
 */
export async function readAll(incoming: IncomingMessage, idleMs: number): Promise<string> {
  const late = setTimeout(
    () => incoming.destroy(new UpstreamError('UPSTREAM_TIMEOUT', 'answer')),
    idleMs,
  );
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BYTES_MAX) throw new UpstreamError('UPSTREAM_UNREADABLE', 'size');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : new UpstreamError('UPSTREAM_CUT', 'name');
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).toString();
}

const Named = z.object({ name: z.string() });

/** @throws {UpstreamError} the text is no bot user with a name */
export function nameIn(text: string): string {
  try {
    return Named.parse(JSON.parse(text)).name;
  } catch {
    throw new UpstreamError('UPSTREAM_UNREADABLE', 'name');
  }
}
