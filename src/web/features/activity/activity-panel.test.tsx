// @vitest-environment happy-dom
import { act, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestLogEntry } from '#client/request-log.ts';
import { activity } from '#web/api/activity.ts';
import { ConfigContext } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { ActivityButton } from '#web/features/activity/activity-button.tsx';
import { ActivityPanel } from '#web/features/activity/activity-panel.tsx';
import { response, ended, entry, refused } from '#web/features/activity/request.test.helper.ts';
import * as outcome from '#web/features/activity/outcome.ts';
import { setPreference } from '#web/lib/preferences.ts';
import { waitFor } from '#web/lib/wait.test.helper.ts';

const config = testConfig({ api_base: 'https://api.test/api' });
vi.mock('#web/features/activity/outcome.ts', { spy: true });

function Shell() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <ConfigContext value={config}>
      <ActivityButton ref={button} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      {isOpen && <ActivityPanel opener={button} onClose={() => setOpen(false)} />}
    </ConfigContext>
  );
}

let host: HTMLElement;
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  activity.clear();
  setPreference({ zone: 'local' });
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Shell />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

/** As it happens: the begin, then the end. */
const record = ({ end, ...begun }: RequestLogEntry) =>
  act(async () => {
    activity.record(begun);
    if (end) activity.record({ ...begun, end });
  });

const open = () => press('Activity');

/** By the name that assistive technology reads. */
function control(name: string) {
  const found = [...host.querySelectorAll<HTMLElement>('button, input, summary')].find(
    (element) => nameOf(element) === name,
  );
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

const nameOf = (element: HTMLElement) =>
  element.getAttribute('aria-label') ??
  (element instanceof HTMLInputElement ? element.labels?.[0] : element)?.textContent;

const press = (name: string) => act(async () => control(name).click());
const rows = () => [...host.querySelectorAll('ol > li')];
const rowTexts = () => rows().map((row) => row.textContent);

it('takes the focus when it opens and gives it back when it closes', async () => {
  await open();
  expect(document.activeElement?.tagName).toBe('H2');
  expect(control('Activity').getAttribute('aria-expanded')).toBe('true');
  await press('Close panel');
  expect(host.querySelector('aside')).toBeNull();
  expect(document.activeElement).toBe(control('Activity'));
});

it('closes on Escape, wherever in it the focus is, and leaves none for the page', async () => {
  await record(entry());
  await open();
  control('Only failed').focus();
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => document.activeElement?.dispatchEvent(escape));
  expect(escape.defaultPrevented).toBe(true);
  expect(host.querySelector('aside')).toBeNull();
  expect(document.activeElement).toBe(control('Activity'));
});

it('lists the newest first, each with what came of it', async () => {
  await record(entry({ number: 1, attempt: 2 }));
  await record(entry({ number: 2, method: 'PATCH', path: '/bot_users/b', end: refused(429) }));
  await open();
  const [newest, oldest] = rowTexts();
  expect(newest).toMatch(/^PATCH \/bot_users\/bChange429 Too many requests84 ms.*#2/);
  expect(oldest).toMatch(/^GET \/bot_users\?limit=100200 OK84 ms.*attempt 2#1/);
  expect(oldest).not.toContain('Change');
});

it('grows while it is open, and renders no other row for it', async () => {
  for (let number = 1; number <= 50; number++) await record(entry({ number }));
  await open();
  vi.mocked(outcome.outcomeOf).mockClear();
  const { end: _, ...begun } = entry({ number: 51 });
  await act(async () => activity.record(begun));
  expect(rowTexts()[0]).toContain('Under way');
  expect(rows()).toHaveLength(51);
  expect(outcome.outcomeOf).toHaveBeenCalledTimes(1);
});

it('shows only the failed, or one method, and a way to see that nothing matches', async () => {
  await record(entry({ number: 1 }));
  await record(entry({ number: 2, method: 'DELETE', end: refused(404) }));
  await open();
  await press('Only failed');
  expect(rows()).toHaveLength(1);
  await press('GET');
  expect(rows()).toHaveLength(0);
  expect(host.textContent).toContain('No request matches the filter.');
  await press('Only failed');
  expect(rowTexts()[0]).toMatch(/^GET/);
});

it('says that there is none after clearing, and keeps the focus in the panel', async () => {
  await record(entry());
  await open();
  control('Clear requests').focus();
  await press('Clear requests');
  expect(host.textContent).toContain('No requests yet.');
  await waitFor(() => expect(document.activeElement?.closest('aside')).not.toBeNull());
});

it('opens an entry to all that was sent and came, as text', async () => {
  await record(
    entry({
      method: 'POST',
      path: '/bot_users',
      body: '{"name":"<b>x</b>"}',
      end: refused(422, '{"msg":"no"}', 'Taken \u202e'),
    }),
  );
  await open();
  await press('POST /bot_users');
  const texts = [...host.querySelectorAll('pre')].map((part) => part.textContent);
  expect(texts).toEqual([
    '/bot_users',
    'Authorization: Bearer ••••\nAccept: application/json\nService-Version: 2',
    '{\n  "name": "<b>x</b>"\n}',
    'Content-Type: application/json',
    '{\n  "msg": "no"\n}',
  ]);
  expect(host.querySelector('[role=note]')?.textContent).toContain('“Taken ⟨U+202E⟩”');
  await press('POST /bot_users');
  expect(host.querySelector('pre')).toBeNull();
});

it('says that it has the begin of a long body only', async () => {
  await record(entry({ end: ended({ response: { ...response(), bodyLength: 1_258_291 } }) }));
  await open();
  await press('GET /bot_users?limit=100');
  expect(host.textContent).toContain('The first 10 kB of 1.2 MB');
});

it('shows the times in the zone that is chosen', async () => {
  await record(entry({ startedAt: Date.parse('2026-01-02T03:04:05Z') }));
  await open();
  await act(async () => setPreference({ zone: 'utc' }));
  expect(rowTexts()[0]).toContain('03:04:05 UTC');
});
