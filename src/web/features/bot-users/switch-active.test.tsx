// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  answer,
  bot,
  closePage,
  find,
  focused,
  input,
  isShown,
  noAnswer,
  openList,
  pass,
  press,
  refusal,
  textOf,
  type,
} from '#web/features/bot-users/bot-users-page.test.helper.tsx';

afterEach(closePage);

const UNKNOWN = 'It is not known whether it was changed.';
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

it('says that nobody knows whether a switch without an answer happened', async () => {
  await switchUnanswered();
  expect(note()).toBe(`${UNKNOWN} No answer from api.test.`);
  expect(isShown('Not changed.')).toBe(false);
  expect(find('Try again')).toBeUndefined();
  const row = document.querySelector('[data-id="bot_1"]');
  expect(row?.textContent).toContain('Unknown');
  const description = input('Active: name 1').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(description)?.textContent).toContain(UNKNOWN);
});

it('looks at it on demand, sends nothing, and shows what is so', async () => {
  const service = await switchUnanswered();
  const before = service.lines.length;
  await press('Check');
  await answer(Response.json(off));
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1']);
  expect(input('Active: name 1').checked).toBe(false);
  expect(note()).toBeUndefined();
  expect(focused()).toBe('Active: name 1');
});

it('still does not know after a look that fails, and says why', async () => {
  await switchUnanswered();
  await press('Check');
  await answer(refusal(403));
  expect(note()).toContain(`${UNKNOWN} Could not look: The service answered 403.`);
  await press('Check');
  await answer(Response.json(bot(1)));
  expect(note()).toBeUndefined();
  expect(input('Active: name 1').checked).toBe(true);
});

it('leads on when the look finds that it is gone', async () => {
  await switchUnanswered();
  await press('Check');
  await answer(refusal(404));
  expect(note()).toBe('No longer exists.');
  await press('Remove from list');
  expect(find('Active: name 1')).toBeUndefined();
});

it('looks first when the same is wanted once more', async () => {
  const service = await switchUnanswered();
  const before = service.lines.length;
  await press('Active: name 1');
  await answer(Response.json(off));
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1']);
  expect(note()).toBeUndefined();
  expect(receipt()).toContain('name 1 is now inactive.');
});

it('tells why it could not look when the same is wanted once more', async () => {
  await switchUnanswered();
  await press('Active: name 1');
  await answer(refusal(429, { 'retry-after': '60' }));
  expect(note()).toContain(`${UNKNOWN} The service answered 429.`);
});

it('says the same where the row is not shown any more', async () => {
  const service = await openList([bot(1), bot(2)]);
  await press('Active: name 1');
  await type('Filter loaded bot users', 'name 2');
  await pass(1000);
  await answer(noAnswer());
  await answer(noAnswer());
  expect(receipt()).toContain('It is not known whether name 1 was changed. No answer from');
  const before = service.lines.length;
  await press('Check');
  await answer(refusal(403));
  expect(receipt()).toContain('name 1 was changed. Could not look: The service answered 403.');
  await press('Check');
  await answer(Response.json(off));
  expect(receipt()).toContain('name 1 is inactive.');
  expect(service.lines.slice(before)).toEqual(['GET /bot_users/bot_1', 'GET /bot_users/bot_1']);
});
