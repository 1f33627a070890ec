import { fstatSync, write } from 'node:fs';
import { isatty } from 'node:tty';

/** Most characters that wait to be written; further lines are dropped. */
const WAITING_MAX = 1024 * 1024;

/** Lines are written together, after so many characters or ms: a write for each would cost as much as the request. */
const BATCH_LENGTH = 16_000;
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
  let waiting = '';
  let dropped = 0;
  let reported = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  const flushing: (() => void)[] = [];

  function schedule(ms: number): void {
    timer ??= setTimeout(writeAll, ms).unref();
  }

  function writeAll(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting === '') return;
    isWriting = true;
    const text = waiting;
    waiting = '';
    writeText(text, (left) => {
      isWriting = false;
      if (left === '') reportDropped();
      else drop(text, left);
      if (left === '' && waiting !== '' && flushing.length > 0) return writeAll();
      if (waiting !== '') schedule(left === '' ? BATCH_MS : RETRY_MS);
      for (const resolve of flushing.splice(0)) resolve();
    });
  }

  function reportDropped(): void {
    const since = dropped - reported;
    reported = dropped;
    if (since > 0) onAgain(since);
  }

  function drop(text: string, left: string): void {
    dropped += left.split('\n').length - 1;
    const written = text.slice(0, text.length - left.length);
    // End a line that was cut, so that the next one can be read.
    if (written !== '' && !written.endsWith('\n')) waiting = `\n${waiting}`;
  }

  return {
    write(line) {
      if (waiting.length + line.length > WAITING_MAX) return void (dropped += 1);
      waiting += line;
      if (waiting.length >= BATCH_LENGTH && dropped === reported) writeAll();
      else schedule(dropped === reported ? BATCH_MS : RETRY_MS);
    },
    dropped: () => dropped,
    flush(ms) {
      return new Promise((resolve) => {
        if (waiting === '' && !isWriting) return resolve();
        flushing.push(resolve);
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
