import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { ServiceError } from '#service/domain/errors.ts';
import type { Report } from '#service/http/server.ts';

/** Most bytes that wait to be written; further lines are dropped. */
const WAITING_MAX = 1024 * 1024;

/** Lines are written together, after so many bytes or ms: a write for each would cost as much as the request. */
const BATCH_BYTES = 16_000;
const BATCH_MS = 500;

const STDERR = 2;

/**
 * Writes log lines to standard error without ever blocking or failing. While they cannot be written (a full disk, a
 * pipe that nobody reads) they wait; those that find no room are dropped and counted.
 *
 * @param onAgain called with the number of dropped lines when writing works again
 * @param fd a pipe must not block, as Node sets that of standard error
 */
export function createLogDestination(onAgain: (dropped: number) => void, fd = STDERR) {
  let dropped = 0;
  let reported = 0;
  let isEnded = false;
  const destination = pino.destination({
    dest: fd,
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: WAITING_MAX,
    periodicFlush: BATCH_MS,
  });
  destination.removeAllListeners('error'); // pino's own would throw the error
  destination.on('error', () => {}); // the next flush tries again
  destination.on('drop', () => (dropped += 1));
  destination.on('drain', () => {
    const since = dropped - reported;
    reported = dropped;
    if (since > 0) onAgain(since);
  });

  // Pino's own listener would try for ever to write to a full disk or to a pipe that nobody reads.
  process.prependOnceListener('exit', () => destination.destroy());

  return {
    write: (line: string) => void (isEnded || destination.write(line)),
    /** Lines that were dropped since the start. */
    dropped: () => dropped,
    /** Resolves when every line is written, or after `ms`; further lines are refused. */
    end(ms: number) {
      isEnded = true; // pino's own would throw
      const closed = new Promise((resolve) => destination.once('close', resolve));
      destination.end();
      return Promise.race([sleep(ms), closed]);
    },
  };
}

/** During an outage every request fails for the same reason: log it once a minute. */
const OUTAGE_MS = 60_000;

/** @param now in ms */
export function createDefectLog(log: Pick<Logger, 'error'>, now: () => number): Report['defect'] {
  const logged = new Map<string, number>();
  return (error, operation_id, operation) => {
    if (!(error instanceof ServiceError))
      return log.error({ err: error, operation_id, operation }, 'defect');
    const { code, reason } = error;
    if (now() - (logged.get(code) ?? -OUTAGE_MS) < OUTAGE_MS) return;
    logged.set(code, now());
    log.error({ code, reason, operation_id, operation }, error.message);
  };
}
