import { expect, it, vi } from 'vitest';
import { errorText, reportOf } from '#web/app/error-report.ts';

it.each([
  ['Cannot read properties of undefined', 'Error: Cannot read properties of undefined'],
  ['no bot user "Ada" here', 'Error: no bot user … here'],
  ['"a "quoted" b" and c', 'Error: … and c'],
  ['it began with “Ada and was cut', 'Error: it began with …'],
  ['of bot_2cVnA1x9 at https://api.test/bot_users/1', 'Error: of … at …'],
])('of %s tells only what is no data', (message, text) => {
  expect(errorText(Object.assign(new Error(message), { stack: '' }))).toBe(text);
});

it('names places in the files of the build alone', () => {
  const stack = [
    'TypeError: broken',
    `    at Page (${location.origin}/assets/page-a1B2.js:1:20)`,
    '    at https://elsewhere.test/assets/x.js:1:2',
    `load@${location.origin}/assets/app-c3.js:3:4`,
  ].join('\n');
  expect(errorText(Object.assign(new TypeError('broken'), { stack }))).toBe(
    'TypeError: broken\n  at Page /assets/page-a1B2.js:1:20\n  at load /assets/app-c3.js:3:4',
  );
});

it('tells nothing of what is no error', () => {
  expect(errorText('text')).toBe('no error but something of the type string');
});

it('tells the page by its pattern, without ids', () => {
  vi.stubGlobal('location', new URL('http://gatehouse.test/bot-users/bot_secret?q=Ada'));
  const report = reportOf(new Error('broken'));
  expect(report).toContain('page: /bot-users/:botUserId\n');
  expect(report).not.toMatch(/bot_secret|Ada/);
});
