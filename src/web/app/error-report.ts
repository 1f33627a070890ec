import { matchPath } from 'react-router-dom';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { session } from '#web/session/session.ts';
import { errorText, ownFile } from '#web/app/error-text.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { PRODUCT } from '#web/ui/theme/product.ts';

const REQUESTS_MAX = 10;
/** Shorter ones stand in ordinary words. */
const TELLING_LENGTH = 4;

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
