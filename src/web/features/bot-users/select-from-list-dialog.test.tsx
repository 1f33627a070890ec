import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { botUserList } from '#web/features/bot-users/queries.ts';
import { SelectFromListDialog } from '#web/features/bot-users/select-from-list-dialog.tsx';
import { selection } from '#web/features/bot-users/selection.ts';
import { makeBotUser, makeBotUsers, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';

async function open(botUsers = makeBotUsers(2), pageSize = 100) {
  startFakeService({ botUsers, pageSize });
  const onClose = vi.fn<() => void>();
  const { user, router } = renderPage(<SelectFromListDialog onClose={onClose} />);
  await act(() => queryClient.infiniteQuery(botUserList));
  await screen.findByRole('dialog', { name: 'Select from a list' });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const type = (text: string) => {
    const field = screen.getByRole('textbox', { name: 'Ids or names' });
    fireEvent.change(field, { target: { value: text } });
  };
  const find = async (text: string) => {
    type(text);
    await press('Find');
  };
  return { onClose, router, press, type, find };
}

it('selects what is found, lists what nobody or more than one is called, and says what helps', async () => {
  const twins = [14, 13].map((number) => makeBotUser(number, { name: 'twin' }));
  const { onClose, press, find } = await open([...makeBotUsers(12), ...twins], 10);
  await find('name 11\nnew 1\nnew 2\ntwin\nbot_999999');
  expect(screen.getAllByText(/“Load all”/)).toHaveLength(2);
  await act(() => loadAll());
  await press('Find');
  screen.getByText('1 matched, 1 not loaded, 2 unknown, 1 ambiguous');
  screen.getByText('All are loaded: no bot user has these ids.');
  screen.getByRole('heading', { name: 'Unknown names (2)' });
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  screen.getByText(/“Import…”/);
  await press('Select 1');
  expect([...selection.ids()]).toEqual([makeBotUser(11).id]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('looks for nothing while nothing or the API key is in the text', async () => {
  const { find, press, type } = await open();
  await press('Find');
  screen.getByText('Paste at least one id or name.');
  type('name 1');
  expect(screen.queryByText('Paste at least one id or name.')).toBeNull();
  await find(`name 1\n${TEST_KEY},name 2`);
  screen.getByText('Your API key is in it. Take it out.');
  expect(screen.queryByText(/matched/)).toBeNull();
  await find('name 1');
  screen.getByText('1 matched');
});

it('asks before what was pasted is dropped', async () => {
  const { onClose, router, press, type } = await open();
  type('name 1');
  for (const leave of [() => press('Cancel'), () => act(async () => router.navigate('/routes'))]) {
    await leave();
    await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await press('Keep editing');
  }
  expect(onClose).not.toHaveBeenCalled();
  screen.getByRole('dialog', { name: 'Select from a list' });
});
