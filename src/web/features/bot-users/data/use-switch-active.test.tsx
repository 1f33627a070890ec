// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answer,
  bot,
  closePage,
  find,
  input,
  noAnswer,
  openList,
  pass,
  press,
  refusal,
  textOf,
  type,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const UNSURE = 'It may have been changed all the same: trying again looks first.';
const off = bot(1, { active: false });
const note = () => textOf('tr [role=alert] span');
const receipt = () => textOf('[role=status][aria-label="Last change"]');

/** A switch and the look after it both get no answer. */
async function switchUnanswered() {
  const service = await openList([bot(1), bot(2)]);
  await press('Active: name 1');
  await answer(noAnswer());
  await answer(noAnswer());
  return service;
}

it('says that a switch without an answer may have happened', async () => {
  await switchUnanswered();
  expect(note()).toMatch(/^Not changed\. No answer from api\.test\./);
  expect(note()).toContain(UNSURE);
  expect(input('Active: name 1').checked).toBe(true);
});

it('does not doubt what a look has shown', async () => {
  await openList([bot(1), bot(2)]);
  await press('Active: name 1');
  await answer(noAnswer());
  await answer(Response.json(bot(1)));
  expect(note()).toMatch(/^Not changed\./);
  expect(note()).not.toContain(UNSURE);
});

it.each(['Try again', 'Active: name 1'])('looks first when %s is pressed', async (name) => {
  const service = await switchUnanswered();
  const before = service.lines.length;
  await press(name);
  await answer(Response.json(off));
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1']);
  expect(note()).toBeUndefined();
  expect(receipt()).toContain('name 1 is now inactive.');
});

it('sends it after a look that shows the old state', async () => {
  const service = await switchUnanswered();
  const before = service.lines.length;
  await press('Try again');
  await answer(Response.json(bot(1)));
  await answer();
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1', 'PATCH /bot_users/bot_1']);
  expect(input('Active: name 1').checked).toBe(false);
  expect(receipt()).toContain('name 1 is now inactive.');
});

it('still does not know after a look that fails, and says why', async () => {
  await switchUnanswered();
  await press('Try again');
  await answer(refusal(429, { 'retry-after': '60' }));
  expect(note()).toContain('The service answered 429.');
  expect(note()).toContain(UNSURE);
});

it('leads on when the look finds that it is gone', async () => {
  await switchUnanswered();
  await press('Try again');
  await answer(refusal(404));
  expect(note()).toBe('No longer exists.');
  await press('Remove from list');
  expect(find('Active: name 1')).toBeUndefined();
});

it('says that it was not sent, in the tense that fits', async () => {
  const service = await openList([bot(1)]);
  const before = service.lines.length;
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Active: name 1');
  await pass(1);
  expect(note()).toContain('Not sent: you are offline.');
  isOnline.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(note()).toContain('Not sent: you were offline.');
  expect(service.lines).toHaveLength(before);
  isOnline.mockRestore();
});

it('says the same where the row is not shown any more', async () => {
  const service = await openList([bot(1), bot(2)]);
  await press('Active: name 1');
  await type('Filter loaded bot users', 'name 2');
  await pass(1000);
  await answer(noAnswer());
  await answer(noAnswer());
  expect(receipt()).toContain('name 1 was not changed. No answer from');
  expect(receipt()).toContain(UNSURE);
  const before = service.lines.length;
  await press('Try again');
  await answer(Response.json(off));
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1']);
  expect(receipt()).toContain('name 1 is now inactive.');
});
