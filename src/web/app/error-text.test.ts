// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { errorText, messageText } from '#web/app/error-report.ts';

beforeEach(() => {
  location.href = 'https://gate.test/bot-users';
});

/** As the browsers write it: Chromium with the message in front, the others without. */
function withStack<E extends Error>(error: E, ...lines: string[]): E {
  error.stack = lines.join('\n');
  return error;
}

it('takes out what a message quotes and keeps the words around it', () => {
  expect(messageText("Cannot read properties of undefined (reading 'name')")).toBe(
    'Cannot read properties of undefined (reading …)',
  );
  expect(messageText('Unexpected token \'b\', "[b of Ada]" is not valid JSON')).toBe(
    'Unexpected token … is not valid JSON',
  );
});

it('takes out the rest where a quotation has no end', () => {
  expect(messageText('Unexpected end of "deploy bot for')).toBe('Unexpected end of …');
  expect(messageText('Bad string in ..."e":"Ada"}"... of JSON')).toBe('Bad string in ...…');
});

it('takes out addresses and ids that are not quoted', () => {
  expect(messageText('No module at https://api.test/edges/edghts_1 for bot_2x9Kq7L0aa')).toBe(
    'No module at … for …',
  );
  expect(messageText('Failed to fetch https://gate.test/assets/routes-page-B1x.js?v=2')).toBe(
    'Failed to fetch /assets/routes-page-B1x.js',
  );
});

const marks = fc.constantFrom(
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
);
const plain = fc.stringMatching(/^[a-z ]{0,20}$/);
const secrets = fc
  .string({ unit: 'grapheme', minLength: 4, maxLength: 40 })
  .filter((text) => /[^a-z\s…]/.test(text));

it('lets nothing out of a quotation, whatever stands in it', () => {
  fc.assert(
    fc.property(plain, marks, secrets, plain, (before, [open, close], secret, after) => {
      const message = `${before}${open}${secret}${close}${after}`;
      const inner = new Error(message);
      const outer = new TypeError('outer', { cause: inner });
      expect(messageText(message)).not.toContain(secret);
      expect(errorText(outer)).not.toContain(secret);
    }),
    { examples: [['', ['"', '"'], `it's "A"`, ' b']] },
  );
});

it('names the places in our own files, and of others only that there are some', () => {
  const chromium = withStack(
    new TypeError('x is not a function'),
    'TypeError: x is not a function',
    '    at async load (https://gate.test/assets/index-B1x.js?id=bot_1:1:234)',
    '    at new Row (https://gate.test/assets/index-B1x.js:2:5)',
    '    at https://gate.test/assets/index-B1x.js:3:6',
    '    at inject (https://elsewhere.test/content.js:1:1)',
    '    at page (https://gate.test/bot-users/bot_1:4:7)',
    '    at <anonymous>',
  );
  expect(errorText(chromium).split('\n')).toEqual([
    'TypeError: x is not a function',
    '  at async load /assets/index-B1x.js:1:234',
    '  at new Row /assets/index-B1x.js:2:5',
    '  at a function /assets/index-B1x.js:3:6',
    '  at a place that is not of this app',
    '  at a place that is not of this app',
  ]);
  const firefox = withStack(
    new TypeError('x is not a function'),
    'load@https://gate.test/assets/index-B1x.js:1:234',
    '@https://gate.test/assets/index-B1x.js:3:6',
  );
  expect(errorText(firefox).split('\n').slice(1)).toEqual([
    '  at load /assets/index-B1x.js:1:234',
    '  at a function /assets/index-B1x.js:3:6',
  ]);
});

it('takes no line of the message for a place', () => {
  const message = 'first\n at ada (https://gate.test/assets/a.js:1:2)\nlast';
  const error = withStack(
    new Error(message),
    `Error: ${message}`,
    '    at real (https://gate.test/assets/b.js:3:4)',
  );
  expect(errorText(error).split('\n')).toEqual([
    'Error: first at ada … last',
    '  at real /assets/b.js:3:4',
  ]);
});

it('follows the causes, also where they go round', () => {
  const error = withStack(new Error('outer'));
  error.cause = withStack(new RangeError('inner', { cause: error }));
  expect(errorText(error).split('\ncaused by: ')).toEqual([
    'Error: outer',
    'RangeError: inner',
    'Error: outer',
    'RangeError: inner',
    'Error: outer',
  ]);
});

it('tells only the type of what is no error, and of what cannot be read', () => {
  expect(errorText('bot for Ada')).toBe('no error but something of the type string');
  const hostile = new Error('x');
  Object.defineProperty(hostile, 'message', {
    get() {
      throw new Error('Ada');
    },
  });
  expect(errorText(hostile)).toBe('an error that cannot be read');
});
