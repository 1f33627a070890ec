import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { PRODUCT } from '#web/ui/product.ts';

const REQUESTS_MAX = 10;
const CAUSES_MAX = 4;
const FRAMES_MAX = 20;

const MARK = '["\'`´“”„‟‘’‚‛«»‹›]';
/** From the first mark to the last, for a quoted text may hold marks itself; a single mark quotes all that follows. */
const QUOTED = new RegExp(`${MARK}[^]*${MARK}|${MARK}[^]*$`, 'u');

/** A line of a stack, as Chromium writes it and as Firefox and Safari do. */
const FRAME = /^\s*(?:at )?(?:(.*?)\s?[(@])?(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;

/**
 * What happened, for whoever looks after the app: plain text without the key, names, ids or anything else that was
 * typed or sent. It is written when the error comes, for after the session the key that it may quote is not known.
 */
export function reportOf(error: unknown): string {
  const page = pageName();
  const message = valuesOf(page).reduce(
    (text, value) => text.replaceAll(value, '…'),
    errorText(error),
  );
  const requests = activity.get().entries.slice(0, REQUESTS_MAX).map(requestText);
  return session.redact(
    [
      `${PRODUCT}: report of an error`,
      `time: ${new Date().toISOString()}`,
      `build: ${ownFile(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '') ?? 'not built'}`,
      `page: ${page}`,
      `browser: ${navigator.userAgent}`,
      `window: ${innerWidth} × ${innerHeight}, ${navigator.onLine ? 'online' : 'offline'}`,
      '',
      message,
      '',
      'requests, newest first:',
      ...(requests.length > 0 ? requests : ['none']),
    ].join('\n'),
  );
}

/** The pattern of the address, without ids. A fixed address comes before a pattern that fits it as well. */
function pageName(): string {
  const patterns = Object.values(paths).toSorted(
    (one, other) => one.split(':').length - other.split(':').length,
  );
  const fits = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
  return patterns.find((path) => fits(path).test(location.pathname)) ?? 'unknown';
}

/** Ids and filters in the address: no line of the report may repeat them. Shorter ones are part of ordinary words. */
function valuesOf(page: string): string[] {
  const { pathname, search } = location;
  const ids = page === 'unknown' ? pathname.split('/') : Object.values(paramsOf(page, pathname));
  return [...ids, ...new URLSearchParams(search).values()]
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= 4)
    .toSorted((one, other) => other.length - one.length);
}

function requestText({ method, template, end }: RequestLogEntry): string {
  if (end === undefined) return `${method} ${template}, under way`;
  const status = end.response?.status ?? end.failure?.kind;
  return `${method} ${template}, ${status} after ${Math.round(end.durationMs)} ms`;
}

/** Of an error and its causes: the kind, the message without what it quotes, and the places in our own files. */
export function errorText(error: unknown, causes = CAUSES_MAX): string {
  try {
    if (!(error instanceof Error)) return `no error but something of the type ${typeof error}`;
    const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
    const own = [`${name}: ${messageText(error.message)}`, ...framesOf(error)].join('\n');
    if (error.cause === undefined || causes === 0) return own;
    return `${own}\ncaused by: ${errorText(error.cause, causes - 1)}`;
  } catch {
    // A thrown value may throw when it is read.
    return 'an error that cannot be read';
  }
}

/** Addresses and long words with digits may be data: they are left out, but for files of this build. */
function messageText(message: string): string {
  const words = message.replace(QUOTED, '…').split(/\s+/);
  const safe = words.map((word) => {
    if (word.includes('/')) return ownFile(word) ?? '…';
    return /\d/.test(word) && word.length >= 10 ? '…' : word;
  });
  return visibleText(safe.join(' ')).slice(0, 300);
}

function framesOf({ message, stack = '' }: Error): string[] {
  // The message may hold lines that look like places; not every browser repeats it in the stack.
  const begin = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  const frames = stack
    .slice(begin)
    .split('\n')
    .flatMap((line) => {
      const [, name = '', address = '', row, column] = FRAME.exec(line) ?? [];
      const file = ownFile(address);
      const known = /^(?:async )?(?:new )?[\w$.<>]{1,60}/.exec(name)?.[0] ?? 'a function';
      return file === undefined ? [] : [`  at ${known} ${file}:${row}:${column}`];
    });
  return frames.slice(0, FRAMES_MAX);
}

/** The path of a file of the build, whose name tells the version. */
function ownFile(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && /^\/assets\/[\w.-]+$/.test(pathname) ? pathname : undefined;
}
