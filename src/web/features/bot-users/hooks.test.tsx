// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { run, setActive, useFailedSwitch } from '#web/features/bot-users/mutations.ts';
import { loadMore, useLoading } from '#web/features/bot-users/loader.ts';
import { selection, useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { useShownRows } from '#web/features/bot-users/use-shown-rows.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, makeBotUsers, refuse, startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';

vi.mock('#web/jobs/current-job.ts', () => ({ recordChange: () => {} }));

const all = { text: '', status: 'all', sort: '' } as const;

function List() {
  const list = useLoading();
  const { rows } = useShownRows(list.pages, all);
  const failed = useFailedSwitch(makeBotUser(1).id);
  const selected = useSelectedIds().size;
  if (list.error) return <button onClick={list.retry}>Try again</button>;
  return (
    <>
      <p>{list.isLoading ? 'Loading' : `${list.loaded} loaded`}</p>
      <ul>
        {rows.map(({ id, name, active }) => (
          <li key={id}>{`${name} ${active ? 'on' : 'off'}`}</li>
        ))}
      </ul>
      <p role="alert">{failed?.error.message ?? list.nextPageError?.message}</p>
      <p>{`${selected} selected`}</p>
      {list.hasMore && <button onClick={() => void loadMore()}>Load more</button>}
    </>
  );
}

describe('a page of the list', () => {
  it('shows what is loaded, more of it, and the failure of a row', async () => {
    const service = startFakeService({ botUsers: makeBotUsers(5), pageSize: 3 });
    const { user } = renderPage(<List />);
    expect(screen.getByText('Loading')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('5 loaded');
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByRole('button')).toBeNull();
    service.fail('PATCH', () => refuse(409));
    await run(setActive(makeBotUser(1).id), false).catch(() => {});
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
    expect(screen.getByText('name 1 on')).toBeTruthy();
  });

  it('reads the first page again after a failure', async () => {
    const service = startFakeService({ botUsers: makeBotUsers(2) });
    const stop = service.fail('GET', () => refuse(409));
    const { user } = renderPage(<List />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    stop();
    await user.click(retry);
    expect(await screen.findByText('2 loaded')).toBeTruthy();
  });
});

describe('the selection', () => {
  const ids = ['a', 'b', 'c', 'd'];
  beforeEach(selection.clear);

  it('takes a range from the row that was pressed last, in the shown order', () => {
    selection.toggle('b');
    selection.range(ids, 'd');
    expect([...selection.ids()]).toEqual(['b', 'c', 'd']);
    selection.toggle('d');
    selection.range(ids, 'c');
    expect([...selection.ids()]).toEqual(['b']);
  });

  it('takes a range from nothing, or from a row that is not shown, for a press', () => {
    selection.range(ids, 'c');
    expect([...selection.ids()]).toEqual(['c']);
    selection.toggle('z');
    selection.range(ids, 'a');
    expect([...selection.ids()]).toEqual(['c', 'z', 'a']);
  });

  it('stays the same set where nothing changes, and ends with the session', () => {
    expect(selection.add(ids)).toBe(4);
    const before = selection.ids();
    expect(selection.add(['a'])).toBe(0);
    expect(selection.ids()).toBe(before);
    session.end('signed-out');
    expect(selection.ids().size).toBe(0);
  });
});
