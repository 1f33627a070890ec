import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyEndpoint, type HistoryEntry } from '#contract/history.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { Component as HistoryPage } from '#web/features/jobs/history-page.tsx';
import { entry, version } from '#web/features/jobs/history.test.helper.ts';
import { EditorHistory } from '#web/features/jobs/history.tsx';
import { createRouteTarget } from '#web/features/routes/route-target.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { openHeading } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, refuse, startFakeService, type FakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';
import { outcome } from '#web/ui/notify.ts';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';

const config = { inventory_base: '/inventory', history: true };
const PATH = `GET /inventory${historyEndpoint.path}`;

let service: FakeService;
beforeEach(() => void (service = startFakeService()));
afterEach(() => act(() => openPlan.set(undefined)));

/** Each page has one entry. */
const answer = (...entries: HistoryEntry[]) =>
  service.on(PATH, (_happen, { url }) => {
    const at = Number(new URL(url).searchParams.get('before_id') ?? 0);
    const next = `https://elsewhere.test/x?before_id=${at + 1}`;
    const next_page_uri = at + 1 < entries.length ? next : null;
    return Response.json({ history: entries.slice(at, at + 1), next_page_uri });
  });
const textOf = ({ textContent }: HTMLElement) => textContent;
const cellsOf = (row: HTMLElement) => within(row).getAllByRole('cell').map(textOf);
/** Without the time. */
const rows = () => screen.getAllByRole('row').slice(1).map(cellsOf);

describe('the page', () => {
  const open = (at = '/history') =>
    renderPage(<HistoryPage />, { at, path: '/history', config, announces: true });

  it('tells who has changed what, and reads each page once', async () => {
    const route = { type: 'ip_restriction', id: 'r 1', edge_id: 'e', name: 'eu\u202e' } as const;
    const who = { key_id: null, label: 'command', person: null };
    answer(
      entry(1, { who: { key_id: 'key_1', label: 'ci', person: 'Ada' } }),
      entry(2, { who, operation: 'delete', resource: route, after: null }),
      entry(3, { who, operation: 'delete', resource: { ...route, name: '' }, after: null }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    // Two changes of one day are told apart without a pointer.
    for (const when of screen.getAllByRole('rowheader'))
      expect(when.textContent).toMatch(/^\d Mar 2026, \d\d:\d\d \S+, ./);
    expect(rows()).toEqual([
      ['Ada ci', 'set inactive', 'deploy Bot user'],
      ['command', 'deleted', 'eu⟨U+202E⟩ IP restriction'],
      ['command', 'deleted', 'r 1 IP restriction'],
    ]);
    const people = screen.getAllByRole('option').map((option) => option.textContent);
    expect(people.slice(0, 4)).toEqual(['Anyone', 'ci', 'Ada', 'command']);
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    const editor = '/edges/e/routes/r%201/ip-restriction';
    expect(addresses).toEqual(['/bot-users/bot_1', editor, editor]);
    const pages = ['limit=100', 'before_id=1', 'before_id=2'];
    expect(service.requests).toEqual(pages.map((page) => `${PATH}?${page}`));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('leads to the first new row after a press with the keyboard', async () => {
    answer(entry(1), entry(2), entry(3));
    const { user } = open();
    for (const at of [1, 2]) {
      (await screen.findByRole('button', { name: 'Load more' })).focus();
      await user.keyboard('{Enter}');
      const row = () => document.activeElement?.getAttribute('data-index');
      await waitFor(() => expect(row()).toBe(String(at)));
    }
  });

  it('tells keys of one label apart, and from a person', async () => {
    const who = (key_id: string, person: string | null) => ({
      who: { key_id, label: 'ci', person },
    });
    const entries = [entry(1, who('key_111111', null)), entry(2, who('key_222222', 'ci'))];
    service.on(PATH, () => Response.json({ history: entries, next_page_uri: null }));
    open();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows().map(([by]) => by)).toEqual(['ci (111111)', 'ci ci (222222)']);
    const people = within(screen.getByRole('combobox', { name: 'Who' })).getAllByRole('option');
    expect(people.map(textOf)).toEqual(['Anyone', 'ci (111111)', 'ci (222222)', 'ci']);
  });

  it('offers one person after the other', async () => {
    const [ada, bob] = ['Ada', 'Bob'].map((person, at) =>
      entry(at, { who: { key_id: 'key_1', label: 'ci', person } }),
    );
    service.on(PATH, (_happen, { url }) => {
      const history = url.includes('who=Ada') ? [ada] : [ada, bob];
      return Response.json({ history, next_page_uri: null });
    });
    const { user } = open();
    const people = screen.getByRole('combobox', { name: 'Who' });
    await within(people).findByRole('option', { name: 'Bob' });
    await user.selectOptions(people, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    const offered = within(screen.getByRole('combobox', { name: 'Who' })).getAllByRole('option');
    expect(offered.map(textOf)).toEqual(['Anyone', 'Ada', 'ci', 'Bob']);
  });

  it('filters by what is in the address, but never by the key', async () => {
    answer();
    const { user, router } = open('/history?operation=create');
    await screen.findByText('No change matches.');
    const day = screen.getByLabelText<HTMLInputElement>('On or before (UTC)');
    expect(day.max, 'years have four digits').toBe('9999-12-31');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Deleted');
    const field = () => screen.getByRole('textbox', { name: 'Resource id' });
    await user.click(field());
    await user.paste(`x${TEST_KEY}`);
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?operation=create');
    await user.clear(field());
    await user.type(field(), ' bot_1 {Enter}');
    expect(router.state.location.search).toBe('?resource=bot_1&operation=delete');
    const of = ['operation=create', 'resource=bot_1&operation=delete'];
    await waitFor(() =>
      expect(service.requests).toEqual(of.map((query) => `${PATH}?limit=100&${query}`)),
    );
    await act(() => router.navigate(`/history?who=${TEST_KEY}`));
    expect(await screen.findByText('Nothing was changed yet.')).toBeDefined();
    expect(service.requests.at(-1)).toBe(`${PATH}?limit=100`);
  });

  it('the name of the file says that it has not the whole history', async () => {
    const names: string[] = [];
    URL.createObjectURL ??= () => 'blob:';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download.replace(/\d{4}-\d\d-\d\d/, 'day'));
    });
    answer(entry(1), entry(2));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(names).toEqual(['history-partial-day.csv', 'history-day.csv']);
  });

  it('shows nothing of another filter, says what was found and keeps the focus', async () => {
    answer(entry(1));
    const { user } = open();
    await screen.findByText('1 change loaded.');
    const end = service.on(PATH, () => new Promise(() => {}));
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Deleted');
    const filter = screen.getByRole('button', { name: 'Filter' });
    await user.click(filter);
    await screen.findByText('Loading the history…');
    expect(screen.queryByRole('table')).toBeNull();
    expect(document.activeElement).toBe(filter);
    end();
    await user.type(screen.getByRole('textbox', { name: 'Resource id' }), 'bot_1{Enter}');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(document.activeElement).toBe(filter);
  });

  it('says what is wrong, and tries again', async () => {
    answer(entry(1), entry(2));
    const fail = () =>
      service.on(PATH, () => Response.json({ history: [{}], next_page_uri: null }));
    let end = fail();
    const { user } = open();
    await screen.findByRole('alert', { name: 'The history could not be loaded.' });
    end();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    end = fail();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    // Where it was pressed.
    const later = await screen.findByRole('alert', { name: 'The next page could not be loaded.' });
    expect(screen.getByRole('table').compareDocumentPosition(later)).toBe(4);
    end();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 more loaded, 2 in all.');
    expect(rows()).toHaveLength(2);
  });

  it('is there as it was left on the way back, and is read anew', async () => {
    answer(entry(1), entry(2));
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await act(() => router.navigate('/history?resource=bot_1'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await act(() => router.navigate(-1));
    expect(rows()).toHaveLength(2);
    // None of them has just come.
    await screen.findByText('2 changes loaded.');
    await waitFor(() => expect(service.requests.slice(3)).toEqual(service.requests.slice(0, 2)));
    await act(() => router.navigate(1));
    service.fail(PATH, () => refuse(403));
    await act(() => router.navigate(-1));
    await screen.findByRole('alert', { name: 'The history could not be loaded.' });
    expect(rows()).toHaveLength(2);
  });

  it('says where there is no history, and asks for none', async () => {
    renderPage(<HistoryPage />, { config: { inventory_base: '/inventory' } });
    expect(screen.getByText('This service keeps no history.')).toBeDefined();
    expect(screen.getByText(/^Nothing was changed here yet/)).toBeDefined();
    expect(service.requests).toEqual([]);
  });
});

describe('in an editor', () => {
  /** @param entries all on one page */
  async function open(at: string, entries: HistoryEntry[], dirty = false) {
    service.on(PATH, () => Response.json({ history: entries, next_page_uri: null }));
    const editor = (
      <>
        <UnsavedGuard dirty={dirty} />
        <EditorHistory />
      </>
    );
    const page = renderPage(editor, { at, config });
    const targets = { 'bot-user': createBotUserTarget(), route: createRouteTarget() };
    await jobs.connect(targets, session.signal());
    expect(service.requests).toEqual([]);
    await page.user.click(screen.getByText('Last 10 changes'));
    const putBack = (before: string) =>
      screen.findByRole('button', { name: `Put back this version before ${before}` });
    return { ...page, putBack };
  }

  it('an earlier version of a bot user is put back by a plan of how it is now', async () => {
    service.botUsers.push(makeBotUser(1, { id: 'bot_1', name: 'other', active: false }));
    const renamed = { before: version('deploy', false), after: version('ship', false) };
    const first = { operation: 'create', before: null, after: version('deploy', true) } as const;
    const { user, router, putBack } = await open('/bot-users/bot_1', [
      entry(3, renamed),
      entry(2),
      entry(1, first),
    ]);
    const back = await putBack('set inactive');
    expect(rows().map(([, ...cells]) => cells)).toEqual([
      ['renamed to ship', expect.stringMatching(/^− Removed: deploy\+ Added: shipPut back/)],
      ['set inactive', expect.stringMatching(/^− Removed: Active\+ Added: InactivePut back/)],
      ['created', '+ Added: Active'],
    ]);
    await user.click(back);
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.plan));
    expect(service.requests).toEqual([`${PATH}?resource=bot_1&limit=10`, 'GET /bot_users/bot_1']);
    expect(openHeading()).toBe('change 1 bot user');
    expect(openPlan.get()).toMatchObject({
      lines: [
        {
          id: 'bot_1',
          label: 'other',
          before: { name: 'other', active: false },
          after: { name: 'deploy', active: true },
        },
      ],
    });
  });

  it('says that a bot user was deleted since', async () => {
    const { user, router, putBack } = await open('/bot-users/bot_1', [entry(2)]);
    await user.click(await putBack('set inactive'));
    await waitFor(() => expect(outcome.get()?.isFailure).toBe(true));
    expect(outcome.get()?.text).toBe('This bot user no longer exists.');
    expect(router.state.location.pathname).toBe('/bot-users/bot_1');
  });

  it('what is typed in the editor is not dropped unasked', async () => {
    service.botUsers.push(makeBotUser(1, { id: 'bot_1', name: 'deploy', active: false }));
    const { user, router, putBack } = await open('/bot-users/bot_1', [entry(2)], true);
    await user.click(await putBack('set inactive'));
    await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    expect(router.state.location.pathname).toBe('/bot-users/bot_1');
  });

  it('none of a deleted one is', async () => {
    await open('/bot-users/bot_1', [entry(2, { operation: 'delete', after: null }), entry(1)]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that of a route goes to its editor, where it is known', async () => {
    const resource = { type: 'ip_restriction', id: 'r', edge_id: 'e', name: 'eu' } as const;
    const module = (active: boolean, ids = ['a']) => version(null, active, ids);
    const { user, router, putBack } = await open('/edges/e/routes/r/ip-restriction', [
      entry(3, { resource, before: null, after: module(true, ['b', 'c']) }),
      entry(2, { resource, before: module(true), after: module(false) }),
      entry(1, {
        resource: { ...resource, type: 'route' },
        before: version('eu', null),
        after: version('us', null),
      }),
    ]);
    await user.click(await putBack('turned off'));
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(router.state.location).toMatchObject({
      pathname: '/edges/e/routes/r/ip-restriction',
      state: { restore: { enabled: true, ip_policy_ids: ['a'] } },
    });
  });
});
