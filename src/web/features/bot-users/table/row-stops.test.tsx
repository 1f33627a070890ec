// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answer,
  bots,
  closePage,
  focused,
  key,
  openList,
  press,
  refusal,
  textOf,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { setPreference } from '#web/lib/preferences.ts';

afterEach(async () => {
  await closePage();
  vi.restoreAllMocks();
  setPreference({ rowStops: true });
});

const table = () => document.querySelector('table[aria-label="Bot users"]');
const stops = () =>
  [...(table()?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map((control) => control.getAttribute('aria-label') ?? control.textContent);
const goTo = (name: string) => act(async () => the(name).focus());

it('has one stop a row, and the arrow keys for its other controls', async () => {
  await openList(bots(2));
  expect(stops()).toEqual(['Select all loaded', 'Active: name 1', 'Active: name 2']);
  expect(textOf(`[id="${table()?.getAttribute('aria-describedby')}"]`)).toContain('arrow keys');

  await goTo('Select all loaded');
  await key('ArrowRight');
  expect(focused()).toBe('Name');
  await goTo('Active: name 2');
  for (const name of ['Copy id of name 2', 'name 2', 'Select name 2']) {
    await key('ArrowLeft');
    expect(focused()).toBe(name);
  }
});

it('has every control as a stop for whoever wants that', async () => {
  setPreference({ rowStops: false });
  await openList(bots(1));
  expect(stops()).toHaveLength(8);
  expect(table()?.hasAttribute('aria-describedby')).toBe(false);
});

it('keeps the focus in the row whose failure goes', async () => {
  await openList(bots(2));
  await press('Active: name 2');
  await answer(refusal(400));
  await press('Try again');
  expect(focused()).toBe('Active: name 2');
});

it('says of a change that was not sent only that', async () => {
  await openList(bots(1));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Active: name 1');
  expect(textOf('tr [role=alert] span')).toBe('Not sent: you are offline.');
});
