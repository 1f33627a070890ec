import { requests } from '#web/api/requests.ts';
import { QUOTE_MARK, visibleText } from '#web/lib/untrusted-text.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { PRODUCT } from '#web/ui/logo.tsx';

/** From the first mark to the last, for a quoted text may hold marks itself; a single mark quotes all that follows. */
const QUOTED = new RegExp(`${QUOTE_MARK}[^]*${QUOTE_MARK}|${QUOTE_MARK}[^]*$`, 'u');

/**
 * A line of a stack in a file of the build, as Chromium writes it and as Firefox and Safari do: the function, the file,
 * whose name has a hash that tells the version, and the place.
 */
const FRAME =
  /^\s*(?:at )?([\w$.<> ]{0,60})[(@\s]*(https?:\/\/[^/]+)(\/assets\/[\w.-]+:\d+:\d+)\)?$/;

/**
 * What happened, for whoever looks after the app: plain text without the key, names, ids or anything else that was
 * typed or sent. It is written when the error comes, for after the session the key that it may quote is not known.
 */
export function reportOf(error: unknown): string {
  const sent = requests.get().slice(0, 10);
  return session.redact(
    [
      `${PRODUCT}: report of an error`,
      `time: ${new Date().toISOString()}`,
      `page: ${patternOf(location.pathname)}`,
      `browser: ${navigator.userAgent}`,
      '',
      errorText(error),
      '',
      'requests, newest first:',
      ...sent.map(({ method, template, end }) => {
        const outcome = end?.response?.status ?? end?.failure?.kind ?? 'under way';
        return `${method} ${template}, ${outcome}`;
      }),
    ].join('\n'),
  );
}

/** The pattern of an address, which has no ids. */
function patternOf(pathname: string): string {
  const fits = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
  return Object.values(paths).find((path) => fits(path).test(pathname)) ?? 'unknown';
}

/** The kind of the error, its message without what may be data, and the places in our own files. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `no error but something of the type ${typeof error}`;
  const { name, message, stack = '' } = error;
  const words = message.replace(QUOTED, '…').split(/\s+/);
  // An address, or a long word with digits, may be an id.
  const safe = words.map((word) => (/\/|^(?=.*\d).{10}/.test(word) ? '…' : word)).join(' ');
  // The message may hold lines that look like places; not every browser repeats it in the stack.
  const frames = stack.replace(message, '').split('\n').flatMap(frameOf).slice(0, 20);
  return [`${name}: ${visibleText(safe).slice(0, 300)}`, ...frames].join('\n');
}

function frameOf(line: string): string[] {
  const [, name = '', origin, place] = FRAME.exec(line) ?? [];
  if (origin !== location.origin) return [];
  return [`  at ${name.trim() || 'a function'} ${place}`];
}
