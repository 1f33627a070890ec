import { visibleText } from '#web/lib/untrusted-text.ts';

const MESSAGE_MAX = 300;
const FRAMES_MAX = 20;
const CAUSES_MAX = 4;

const MARK = '["\'`´“”„‟‘’‚‛«»‹›]';
/** From the first mark to the last: between them may stand a text that holds marks of its own. */
const QUOTED = new RegExp(`${MARK}[^]*${MARK}`, 'u');
const EACH_MARK = new RegExp(MARK, 'gu');

/** A line of a stack, as Chromium writes it and as Firefox and Safari do. */
const FRAME = /^\s*(?:at )?(?:(.*?)\s?[(@])?(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;

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
