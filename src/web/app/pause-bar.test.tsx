// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { RequestLogEntry } from '#client/request-log.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { PauseBar } from '#web/app/notices.tsx';
import { appParts } from '#web/app/parts.ts';

let host: HTMLElement;
let root: Root;
beforeAll(async () => {
  await appParts.fetch();
  setConfig(testConfig());
  // The budget's code comes after the first response.
  rateLimiter.notice(refusal(37_000));
  await vi.waitUntil(() => rateLimiter.until());
  rateLimiter.clear();
});
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<PauseBar />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  rateLimiter.clear();
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = (retryAfterMs: number): RequestLogEntry => ({
  number: 1,
  attempt: 1,
  method: 'GET',
  base: 'https://api.test',
  path: '/bot_users',
  template: '/bot_users',
  headers: {},
  redact: (text) => text,
  startedAt: Date.now(),
  end: {
    durationMs: 5,
    failure: { kind: 'status', status: 429, fields: {}, retryAfterMs },
  },
});
const ask = (retryAfterMs: number) => act(async () => rateLimiter.notice(refusal(retryAfterMs)));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const counted = () =>
  host.querySelector('[role="status"] [aria-hidden="true"]:not(svg)')?.textContent;

/** What a screen reader hears. */
function heard() {
  const bar = host.querySelector('[role="status"]')?.cloneNode(true);
  if (!(bar instanceof HTMLElement)) return undefined;
  for (const hidden of bar.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return bar.textContent;
}

it('counts down, says the same all the time, and goes', async () => {
  expect(heard()).toBeUndefined();
  await ask(37_000);
  expect(counted()).toBe('Nothing is sent for another 37 s.');
  const first = heard();
  expect(first).toMatch(/^The service asks to wait\. ?Nothing is sent until \d\d:\d\d\.$/);
  await pass(10_000);
  expect(counted()).toBe('Nothing is sent for another 27 s.');
  expect(heard()).toBe(first);
  await pass(27_000);
  expect(heard()).toBeUndefined();
});

it('tells a long time in minutes, and follows a pause that becomes longer', async () => {
  await ask(10_000);
  await ask(58 * 60_000);
  expect(counted()).toBe('Nothing is sent for another 58 min.');
});
