// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  answer,
  answerAll,
  bot,
  bots,
  closePage,
  find,
  focused,
  isShown,
  KEY,
  openList,
  press,
  pressInMore,
  refusal,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import type { BotUser } from '#contract/bot-user.ts';

afterEach(closePage);

const field = () => document.querySelector('textarea') as HTMLTextAreaElement;
const paste = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      field(),
      text,
    );
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () => act(async () => document.querySelector('form')?.requestSubmit());
const summary = () => document.querySelector('dialog p[aria-live]')?.textContent;
const alert = () => document.querySelector('dialog [role=alert]')?.textContent;
const groups = () =>
  [...document.querySelectorAll('dialog section')].map(
    (section) => section.querySelector('h3')?.textContent,
  );
const selected = () => [...selection.ids()].toSorted();

async function openDialog(all: BotUser[], pageSize = 100) {
  const service = await openList(all, { pageSize });
  service.lines.length = 0;
  await pressInMore('Select from a list…');
  return service;
}
async function findAll(text: string) {
  await paste(text);
  await submit();
}

it('selects what a pasted list names, and what was ticked of the ambiguous', async () => {
  const service = await openDialog([...bots(4), bot(5, { name: 'name 4' })]);
  await findAll('bot_1, "name 2"\n/bot_users/bot_3\nname 4;nobody\tbot_99');
  expect(summary()).toBe('3 matched, 1 not loaded, 1 unknown, 1 ambiguous');
  expect(groups()).toEqual(['Ambiguous (1)', 'Not loaded (1)', 'Unknown names (1)', 'Matched (3)']);
  await press('name 4 (bot_5)');
  await press('Select 4');
  expect(selected()).toEqual(['bot_1', 'bot_2', 'bot_3', 'bot_5']);
  expect(find('Select from a list')).toBeUndefined();
  expect(focused()).toBe('More');
  expect(service.lines).toEqual([]);
});

it('lists twenty of a group, and counts the rest', async () => {
  await openDialog(bots(30));
  await findAll(
    bots(30)
      .map(({ name }) => name)
      .join('\n'),
  );
  expect(document.querySelectorAll('dialog section li')).toHaveLength(21);
  expect(isShown('and 10 more')).toBe(true);
});

it('looks up ids that are not loaded, so that they can be selected and planned', async () => {
  const service = await openDialog(bots(12), 10);
  await findAll('bot_1 \n bot_11 \n bot_99');
  expect(isShown('Reads each by its id: 2 requests')).toBe(true);
  await press('Look them up');
  expect(service.lines).toEqual(['GET /bot_users/bot_11', 'GET /bot_users/bot_99']);
  await answer(Response.json(bot(11)));
  await answer(refusal(404));
  expect(summary()).toBe('2 matched, 1 unknown');
  await press('Select 2');
  expect(selected()).toEqual(['bot_1', 'bot_11']);
  await press('Delete…');
  expect(jobs.plan()?.lines.map(({ label }) => label)).toEqual(['name 1', 'name 11']);
});

it('keeps what was pasted and what was read when looking up fails', async () => {
  await openDialog(bots(12), 10);
  await findAll('bot_11\nbot_12');
  await press('Look them up');
  await answer(Response.json(bot(11)));
  await answer(refusal(403));
  expect(alert()).toContain('Not all of them were looked up.');
  expect(field().value).toBe('bot_11\nbot_12');
  expect(summary()).toBe('1 matched, 1 not loaded');
});

it('ends the looking up when it is cancelled or closed', async () => {
  const service = await openDialog(bots(30), 10);
  await findAll('bot_11\nbot_12\nbot_13\nbot_14\nbot_15');
  await press('Look them up');
  expect(service.lines).toHaveLength(4);
  await answer(Response.json(bot(11)));
  expect(isShown('1 of 5 looked up')).toBe(true);
  await press('Cancel');
  expect(service.isAsked).toBe(false);
  expect(summary()).toBe('1 matched, 4 not loaded');
});

it('loads the rest for names that are not known, and plans to create those of nobody', async () => {
  await openDialog(bots(12), 10);
  await findAll('name 11\nnew 1\nnew 2');
  expect(find('Plan to create 3')).toBeUndefined();
  expect(isShown('100 at a time. Total unknown.')).toBe(true);
  await press('Load the rest and find');
  await answerAll();
  expect(summary()).toBe('1 matched, 2 unknown');
  await press('Plan to create 2');
  expect(location.pathname).toBe('/plan');
  expect(jobs.plan()).toMatchObject({
    heading: 'create 2 bot users',
    lines: [{ after: { name: 'new 1' } }, { after: { name: 'new 2' } }],
  });
});

it('takes the API key out of what is pasted', async () => {
  await openDialog(bots(2));
  await paste(`name 1\n${KEY},name 2`);
  expect(field().value).toBe('name 1\n,name 2');
  expect(alert()).toContain('API key');
  await submit();
  expect(summary()).toBe('2 matched');
  expect(document.body.innerHTML).not.toContain(KEY);
});

it('finds the API key among many lines without asking for each of them', async () => {
  await openDialog(bots(2));
  const asked = vi.spyOn(session, 'containsKey');
  onTestFinished(() => asked.mockRestore());
  const lines = Array.from({ length: 500 }, (_, at) => `name ${at}`);
  await paste([...lines.slice(0, 300), KEY, ...lines.slice(300)].join('\n'));
  expect(field().value.split('\n').filter(Boolean)).toEqual(lines);
  expect(asked.mock.calls.length).toBeLessThan(50);
});

it('asks for something to look for', async () => {
  await openDialog(bots(2));
  await submit();
  expect(alert()).toContain('Paste at least one id or name.');
});
