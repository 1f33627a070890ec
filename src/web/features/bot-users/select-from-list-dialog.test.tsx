import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { queryClient } from '#web/api/query-client.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { botUserList } from '#web/features/bot-users/queries.ts';
import { SelectFromListDialog } from '#web/features/bot-users/select-from-list-dialog.tsx';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { makeBotUser, makeBotUsers, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';

const id = (number: number) => makeBotUser(number).id;

async function open(botUsers: BotUser[], pageSize = 100) {
  const service = startFakeService({ botUsers, pageSize });
  const onClose = vi.fn<() => void>();
  const { user, router, unmount } = renderPage(<SelectFromListDialog onClose={onClose} />);
  await act(() => queryClient.infiniteQuery(botUserList));
  await screen.findByRole('dialog', { name: 'Select from a list' });
  service.requests.length = 0;
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const find = async (text: string) => {
    paste(text);
    await press('Find');
  };
  return { service, user, router, unmount, onClose, press, find };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ids or names' });
const paste = (text: string) => fireEvent.change(field(), { target: { value: text } });
const groups = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
const selected = () => [...selection.ids()].toSorted();

it('selects what a pasted list names', async () => {
  const { service, press, find, onClose } = await open([
    ...makeBotUsers(4),
    makeBotUser(5, { name: 'name 4' }),
  ]);
  await find(`${id(1)}, "name 2"\n/bot_users/${id(3)}\nname 4;nobody\t${id(99)}`);
  screen.getByText('3 matched, 1 not loaded, 1 unknown, 1 ambiguous');
  expect(groups()).toEqual(['Ambiguous (1)', 'Not loaded (1)', 'Unknown names (1)']);
  await press('Select 3');
  expect(selected()).toEqual([1, 2, 3].map(id));
  expect(onClose).toHaveBeenCalledOnce();
  expect(service.requests).toEqual([]);
});

it('lists twenty of a group, and counts the rest', async () => {
  const { find } = await open(makeBotUsers(1));
  await find(Array.from({ length: 30 }, (_, at) => `nobody ${at}`).join('\n'));
  expect(screen.getAllByRole('listitem')).toHaveLength(21);
  screen.getByText('and 10 more');
});

it('plans to create what nobody is called, once everything is loaded', async () => {
  const { press, find, router } = await open(makeBotUsers(12), 10);
  await find('name 11\nnew 1\nnew 2');
  expect(screen.queryByRole('button', { name: 'Plan to create 3' })).toBeNull();
  await act(() => loadAll());
  await press('Find');
  screen.getByText('1 matched, 2 unknown');
  await press('Plan to create 2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/plan'));
  expect(jobs.plan()).toMatchObject({
    heading: 'create 2 bot users',
    lines: [{ after: { name: 'new 1' } }, { after: { name: 'new 2' } }],
  });
});

it('looks for nothing while the API key is in the text', async () => {
  const { find } = await open(makeBotUsers(2));
  await find(`name 1\n${TEST_KEY},name 2`);
  screen.getByText('Your API key is in it. Take it out.');
  expect(screen.queryByText(/matched/)).toBeNull();
  await find('name 1');
  screen.getByText('1 matched');
});

it('asks for something to look for', async () => {
  const { press } = await open(makeBotUsers(2));
  await press('Find');
  expect(screen.getByText('Paste at least one id or name.')).toBeTruthy();
});
