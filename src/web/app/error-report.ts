import { matchPath } from 'react-router-dom';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { session } from '#web/session/session.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { PRODUCT } from '#web/ui/theme/product.ts';

const REQUESTS_MAX = 10;
/** Shorter ones stand in ordinary words. */
const TELLING_LENGTH = 4;
const MESSAGE_MAX = 300;
const FRAMES_MAX = 20;
const CAUSES_MAX = 4;

const MARK = '["\'`´“”„‟‘’‚‛«»‹›]';
/** From the first mark to the last: between them may stand a text that holds marks of its own. */
const QUOTED = new RegExp(`${MARK}[^]*${MARK}`, 'u');
const EACH_MARK = new RegExp(MARK, 'gu');

/** A line of a stack, as Chromium writes it and as Firefox and Safari do. */
const FRAME = /^\s*(?:at )?(?:(.*?)\s?[(@])?(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;

/** Where and with what an error has happened. */
interface Scene {
  at: number;
  address: Pick<Location, 'pathname' | 'search'>;
  /** Takes the key out of a text. */
  redact: (text: string) => string;
  /** Newest first. */
  requests: readonly RequestLogEntry[];
}

/**
 * What happened, for whoever looks after the app: plain text without the key, a name, an id or anything else that
 * somebody has typed or the service has sent.
 */
export function reportOf(error: unknown, { at, address, redact, requests }: Scene): string {
  const page = templateOf(address.pathname);
  const values = valuesOf(page, address);
  const told = values.reduce((text, value) => text.replaceAll(value, '…'), errorText(error));
  return redact(
    [
      `${PRODUCT}: report of an error`,
      `time: ${new Date(at).toISOString()}`,
      `build: ${buildName()}`,
      `page: ${page}`,
      `parameters of the page: ${parameterNames(address.search)}`,
      `browser: ${navigator.userAgent}`,
      `window: ${innerWidth} × ${innerHeight}, ${document.documentElement.dataset['mantineColorScheme'] ?? 'no scheme'}`,
      `online: ${navigator.onLine ? 'yes' : 'no'}`,
      '',
      told,
      '',
      'requests, newest first:',
      ...(requests.length === 0 ? ['none'] : requests.slice(0, REQUESTS_MAX).map(requestText)),
    ].join('\n'),
  );
}

/**
 * The same of here and now. Made once, when the error comes: the key that it may quote is known then, and not once the
 * session has ended.
 */
export const reportNow = (error: unknown): string =>
  reportOf(error, {
    at: Date.now(),
    address: location,
    redact: session.redact,
    requests: activity.get().entries,
  });

function templateOf(pathname: string): string {
  // A fixed path comes before one with a parameter in its place: `/bot-users/new`.
  const known = Object.values(paths).toSorted((a, b) => a.split(':').length - b.split(':').length);
  return known.find((path) => matchPath(path, pathname)) ?? (pathname === '/' ? '/' : 'unknown');
}

/** What the address names and nothing else may: ids, filters, as they stand there and as they read. */
function valuesOf(template: string, { pathname, search }: Scene['address']): string[] {
  const ids =
    template === 'unknown' ? pathname.split('/') : Object.values(paramsOf(template, pathname));
  const texts = [...new URLSearchParams(search)].flat();
  return [...ids, ...texts]
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= TELLING_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}

/** Only names that look like ours: in `?bot_1x2y` the name is the data. */
function parameterNames(search: string): string {
  const names = [...new URLSearchParams(search).keys()];
  return names.map((name) => (/^[a-z]{1,12}$/.test(name) ? name : 'another')).join(', ') || 'none';
}

/** The first file of the page bears a hash of all that it brings. */
function buildName(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return (script && ownFile(script.src)) ?? 'not built';
}

function requestText({ method, template, attempt, end }: RequestLogEntry): string {
  const what = `${method} ${template}`;
  if (end === undefined) return `${what}, under way`;
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  return `${what}, ${outcomeText(end)} after ${Math.round(end.durationMs)} ms${again}`;
}

function outcomeText({ response, failure }: NonNullable<RequestLogEntry['end']>): string {
  return [response?.status, failure && failure.kind !== 'status' && failure.kind]
    .filter((part) => part !== undefined && part !== false)
    .join(' ');
}

/**
 * What an error says about the app and not about anybody's data: its kind, its message without what it quotes, and
 * the places in our own files that it came through; the same of what caused it.
 */
export function errorText(error: unknown): string {
  try {
    return chain(error).map(ownText).join('\ncaused by: ');
  } catch {
    // Anything can be thrown, also what throws when it is read.
    return 'an error that cannot be read';
  }
}

/** The errors from the outermost to the first cause. */
function chain(error: unknown): unknown[] {
  const errors = [error];
  for (let last = error; last instanceof Error && last.cause !== undefined; last = last.cause) {
    if (errors.length > CAUSES_MAX) break;
    errors.push(last.cause);
  }
  return errors;
}

function ownText(error: unknown): string {
  if (!(error instanceof Error)) return `no error but something of the type ${typeof error}`;
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  return [`${name}: ${messageText(error.message)}`, ...frames(error)].join('\n');
}

/** A message without what it quotes, and without what looks like an address or an id. */
export function messageText(message: string): string {
  const isEven = (message.match(EACH_MARK) ?? []).length % 2 === 0;
  // An odd mark may begin a text that was cut off.
  const unquoted = isEven
    ? message.replace(QUOTED, '…')
    : `${message.slice(0, message.search(MARK))}…`;
  const words = unquoted.split(/\s+/).map((word) => {
    if (word.includes('/')) return ownFile(word) ?? '…';
    return /\d/.test(word) && word.length >= 10 ? '…' : word;
  });
  return visibleText(words.join(' ')).slice(0, MESSAGE_MAX);
}

function frames({ message, stack = '' }: Error): string[] {
  // Behind the message, which could hold lines that look like places; not every browser puts it there.
  const places = stack.slice(stack.includes(message) ? stack.indexOf(message) + message.length : 0);
  return places
    .split('\n')
    .flatMap((line) => {
      const [, name = '', address = '', row, column] = FRAME.exec(line) ?? [];
      if (address === '') return [];
      const file = ownFile(address);
      if (file === undefined) return ['  at a place that is not of this app'];
      const known = /^(?:async )?(?:new )?[\w$.<>]{1,60}/.exec(name)?.[0] ?? 'a function';
      return [`  at ${known} ${file}:${row}:${column}`];
    })
    .slice(0, FRAMES_MAX);
}

/** The path of a file of the build; its name changes with its content, so that it tells the version as well. */
export function ownFile(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && /^\/assets\/[\w.-]+$/.test(pathname) ? pathname : undefined;
}
