import { fstatSync, write } from 'node:fs';
import { isatty } from 'node:tty';

/** Most bytes that wait to be written; further lines are dropped. */
const WAITING_MAX = 1024 * 1024;

/** Lines are written together, after so many bytes or ms: a write for each would cost as much as the request. */
const BATCH_BYTES = 16_000;
const BATCH_MS = 500;

/** Between tries while writing fails, in ms. */
const RETRY_MS = 1_000;

export interface LogDestination {
  write: (line: string) => void;
  /** Lines that were dropped since the start. */
  dropped: () => number;
  /** Resolves when everything is written, or after `ms`. */
  flush: (ms: number) => Promise<void>;
}

/** Writes a text; `left` is the part that was not written, empty after success. */
type WriteText = (text: string, done: (left: string) => void) => void;

/**
 * Writes log lines to standard error without ever blocking or failing. Lines that cannot be written (a full disk, a
 * pipe that nobody reads) are dropped and counted.
 *
 * @param onAgain called with the number of dropped lines when writing works again
 */
export function createLogDestination(
  onAgain: (dropped: number) => void,
  writeText = standardError(),
): LogDestination {
  let waiting: string[] = [];
  let bytes = 0;
  let dropped = 0;
  let told = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  function schedule(ms: number): void {
    timer ??= setTimeout(writeAll, ms).unref();
  }

  function writeAll(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const text = waiting.join('');
    waiting = [];
    bytes = 0;
    writeText(text, (left) => {
      isWriting = false;
      if (left === '') afterSuccess();
      else afterFailure(text, left);
    });
  }

  function afterSuccess(): void {
    if (dropped > told) {
      const since = dropped - told;
      told = dropped;
      onAgain(since);
    }
    if (waiting.length > 0 && idle.length > 0) return writeAll();
    if (waiting.length > 0) return schedule(BATCH_MS);
    for (const resolve of idle.splice(0)) resolve();
  }

  function afterFailure(text: string, left: string): void {
    dropped += left.split('\n').length - 1;
    const written = text.slice(0, text.length - left.length);
    // End a line that was cut, so that the next one can be read.
    if (written !== '' && !written.endsWith('\n')) waiting.unshift('\n');
    for (const resolve of idle.splice(0)) resolve();
    if (waiting.length > 0) schedule(RETRY_MS);
  }

  return {
    write(line) {
      if (bytes + line.length > WAITING_MAX) return void (dropped += 1);
      waiting.push(line);
      bytes += line.length;
      if (bytes >= BATCH_BYTES && dropped === told) writeAll();
      else schedule(dropped === told ? BATCH_MS : RETRY_MS);
    },
    dropped: () => dropped,
    flush(ms) {
      return new Promise((resolve) => {
        if (waiting.length === 0 && !isWriting) return resolve();
        idle.push(resolve);
        setTimeout(resolve, ms);
        writeAll();
      });
    },
  };
}

const STDERR = 2;

function standardError(): WriteText {
  const kind = fstatSync(STDERR);
  if (kind.isFIFO() || kind.isSocket() || isatty(STDERR)) {
    let isClosed = false;
    process.stderr.on('error', () => (isClosed = true)); // the reader is gone
    return (text, done) => {
      if (isClosed) setImmediate(done, text);
      else process.stderr.write(text, (error) => done(error ? text : ''));
    };
  }
  // To a file or a device `process.stderr` writes synchronously, and throws when it cannot.
  return (text, done) => {
    const content = Buffer.from(text);
    write(STDERR, content, (error, written) =>
      done(error ? text : content.subarray(written).toString()),
    );
  };
}
