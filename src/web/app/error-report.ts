import { matchPath } from 'react-router-dom';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { session } from '#web/session/session.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { PRODUCT } from '#web/ui/product.ts';

const REQUESTS_MAX = 10;
/** Shorter values are part of ordinary words. */
const VALUE_LENGTH_MIN = 4;
const MESSAGE_MAX = 300;
const FRAMES_MAX = 20;
const CAUSES_MAX = 4;

const MARK = '["\'`´“”„‟‘’‚‛«»‹›]';
/** From the first mark to the last: the quoted text may hold marks of its own. */
const QUOTED = new RegExp(`${MARK}[^]*${MARK}`, 'u');
const EACH_MARK = new RegExp(MARK, 'gu');

/** A line of a stack, as Chromium writes it and as Firefox and Safari do. */
const FRAME = /^\s*(?:at )?(?:(.*?)\s?[(@])?(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;

type Address = Pick<Location, 'pathname' | 'search'>;
const here: Address = location;

/**
 * What happened, for whoever looks after the app: plain text without the key, names, ids or anything else that was
 * typed or sent. Made when the error comes: after the session has ended the key that it may quote is not known.
 */
export function reportOf(
  error: unknown,
  {
    at = Date.now(),
    address = here,
    redact = session.redact,
    requests = activity.get().entries,
  } = {},
): string {
  const page = templateOf(address.pathname);
  const values = valuesOf(page, address);
  const message = values.reduce((text, value) => text.replaceAll(value, '…'), errorText(error));
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
      message,
      '',
      'requests, newest first:',
      ...(requests.length === 0 ? ['none'] : requests.slice(0, REQUESTS_MAX).map(requestText)),
    ].join('\n'),
  );
}

function templateOf(pathname: string): string {
  // A fixed path comes before one with a parameter in its place: `/bot-users/new`.
  const known = Object.values(paths).toSorted((a, b) => a.split(':').length - b.split(':').length);
  return known.find((path) => matchPath(path, pathname)) ?? (pathname === '/' ? '/' : 'unknown');
}

/** Ids and filters in the address, encoded and decoded: no other line may repeat them. */
function valuesOf(template: string, { pathname, search }: Address): string[] {
  const ids =
    template === 'unknown' ? pathname.split('/') : Object.values(paramsOf(template, pathname));
  const texts = [...new URLSearchParams(search)].flat();
  return [...ids, ...texts]
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= VALUE_LENGTH_MIN)
    .toSorted((a, b) => b.length - a.length);
}

/** In `?bot_1x2y` the name is the data. */
function parameterNames(search: string): string {
  const names = [...new URLSearchParams(search).keys()];
  return names.map((name) => (/^[a-z]{1,12}$/.test(name) ? name : 'another')).join(', ') || 'none';
}

/** The name of the first file has a hash of the build. */
function buildName(): string {
  const script = document.querySelector<HTMLLinkElement>('link[data-app=script]');
  return (script && ownFile(script.href)) ?? 'not built';
}

function requestText({ method, template, attempt, end }: RequestLogEntry): string {
  const what = `${method} ${template}`;
  if (end === undefined) return `${what}, under way`;
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const failure = end.failure?.kind === 'status' ? undefined : end.failure?.kind;
  const outcome = [end.response?.status, failure].filter(Boolean).join(' ');
  return `${what}, ${outcome} after ${Math.round(end.durationMs)} ms${again}`;
}

/** Of an error and its causes: the kind, the message without what it quotes, and the places in our own files. */
export function errorText(error: unknown): string {
  try {
    return chain(error).map(ownText).join('\ncaused by: ');
  } catch {
    // A thrown value may throw when it is read.
    return 'an error that cannot be read';
  }
}

const chain = (error: unknown, causes = CAUSES_MAX): unknown[] =>
  error instanceof Error && error.cause !== undefined && causes > 0
    ? [error, ...chain(error.cause, causes - 1)]
    : [error];

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
  // The message may hold lines that look like places; not every browser repeats it in the stack.
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

/** The path of a file of the build, which tells the version as well. */
function ownFile(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && /^\/assets\/[\w.-]+$/.test(pathname) ? pathname : undefined;
}
