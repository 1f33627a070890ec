// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestLogEntry } from '#client/request-log.ts';
import { createRedactor } from '#client/redact.ts';
import { reportOf } from '#web/app/error-report.ts';

const KEY = 'key_2vGZ0aHk3mQ9sLw8XcB1dE7fN5pR6tYu';
const AT = Date.UTC(2026, 10, 21, 9, 31);

beforeEach(() => {
  location.href = 'https://gate.test/';
});
afterEach(() => vi.restoreAllMocks());

type Change = Partial<Parameters<typeof reportOf>[1]>;
const report = (error: unknown, change: Change = {}) =>
  reportOf(error, {
    at: AT,
    address: { pathname: '/bot-users', search: '' },
    redact: createRedactor(KEY),
    requests: [],
    ...change,
  });

const exchange = (change: Partial<RequestLogEntry>): RequestLogEntry => ({
  number: 1,
  attempt: 1,
  template: '/bot_users/{id}',
  startedAt: AT,
  method: 'PATCH',
  base: 'https://api.test',
  path: '/bot_users/bot_1',
  headers: {},
  redact: (text) => text,
  body: '{"name":"Ada"}',
  ...change,
});

it('tells where and when, by the template of the page and the names of its parameters', () => {
  const text = report(new Error('x'), {
    address: { pathname: '/bot-users/bot_1', search: '?q=Ada&bot_2=&sort=name' },
  });
  expect(text).toContain('time: 2026-11-21T09:31:00.000Z');
  expect(text).toContain('page: /bot-users/:botUserId\n');
  expect(text).toContain('parameters of the page: q, another, sort\n');
  expect(text).toContain(`browser: ${navigator.userAgent}`);
  expect(text).toContain(`window: ${innerWidth} × ${innerHeight}`);
  expect(text).not.toMatch(/Ada|bot_1|bot_2/);
});

it('knows a fixed path from one with an id in its place', () => {
  const address = { pathname: '/bot-users/new', search: '' };
  expect(report(new Error('x'), { address })).toContain('page: /bot-users/new\n');
  expect(report(new Error('x'), { address: { pathname: '/a/Ada', search: '' } })).toContain(
    'page: unknown\n',
  );
});

it('names the build by the first file of the page', () => {
  expect(report(new Error('x'))).toContain('build: not built');
  document.head.innerHTML = '<link data-app="script" href="https://gate.test/assets/index-B1x.js">';
  expect(report(new Error('x'))).toContain('build: /assets/index-B1x.js');
});

it('lists the last ten requests by operation and outcome', () => {
  const response = { status: 503, headers: {}, body: 'Ada', bodyLength: 3 };
  const status = { kind: 'status', status: 503, fields: {} } as const;
  const requests = [
    exchange({ method: 'GET' }),
    exchange({ attempt: 2, end: { durationMs: 12.4, response, failure: status } }),
    exchange({
      end: { durationMs: 15_000, failure: { kind: 'timeout', afterMs: 15_000 } },
    }),
    ...Array.from({ length: 20 }, () => exchange({})),
  ];
  const lines = report(new Error('x'), { requests }).split('requests, newest first:\n')[1];
  expect(lines?.split('\n').slice(0, 3)).toEqual([
    'GET /bot_users/{id}, under way',
    'PATCH /bot_users/{id}, 503 after 12 ms, attempt 2',
    'PATCH /bot_users/{id}, timeout after 15000 ms',
  ]);
  expect(lines?.split('\n')).toHaveLength(10);
  expect(lines).not.toMatch(/Ada|bot_1/);
  expect(report(new Error('x'))).toMatch(/requests, newest first:\nnone$/);
});

const word = fc.stringMatching(/^[A-Z][a-zA-Z]{7,20}$/);

it('lets out nothing of an address, also where an error names it', () => {
  fc.assert(
    fc.property(word, word, word, (id, filter, name) => {
      const address = { pathname: `/bot-users/${id}`, search: `?q=${filter}&${name}=1` };
      const text = report(new Error(`No ${id} among ${filter} of ${name}`), { address });
      for (const value of [id, filter, name]) expect(text).not.toContain(value);
    }),
  );
});

it('never tells the key, wherever it stands', () => {
  const spellings = fc.constantFrom(
    KEY,
    encodeURIComponent(KEY),
    KEY.toUpperCase(),
    `Bearer ${KEY}`,
  );
  fc.assert(
    fc.property(spellings, fc.constantFrom('', '"', ' '), (spelled, around) => {
      const error = new Error(`Refused ${around}${spelled}${around}`, {
        cause: new Error(spelled),
      });
      error.stack = `${spelled}@https://gate.test/assets/${spelled}.js:1:1`;
      const address = { pathname: `/${spelled}`, search: `?${spelled}=${spelled}` };
      const requests = [exchange({ template: `/${spelled}` })];
      const text = report(error, { address, requests });
      expect(text.toLowerCase()).not.toContain(KEY.slice(4, 16).toLowerCase());
    }),
  );
});
