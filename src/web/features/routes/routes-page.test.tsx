import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobState } from '#bulk/job.ts';
import { access } from '#web/api/access.ts';
import { applyDraft } from '#web/features/routes/apply-draft.ts';
import { Component as ApplyPage } from '#web/features/routes/apply-page.tsx';
import { knownRoutes, type LastCheck } from '#web/features/routes/known-routes.ts';
import { Component as PoliciesPage } from '#web/features/routes/policies-page.tsx';
import { policyNames } from '#web/features/routes/policies.ts';
import { Component as RoutesPage } from '#web/features/routes/routes-page.tsx';
import { currentJob } from '#web/jobs/current-job.ts';
import { openHeading } from '#web/jobs/jobs.test.helper.ts';
import { paths } from '#web/paths.ts';
import {
  makeRestriction,
  makeRoute,
  noResponse,
  refuse,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import { closeTab, renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';
import { outcome } from '#web/ui/notify.ts';

const know = (...ids: string[]) =>
  knownRoutes().add(ids.map((id) => ({ ...makeRoute(id), label: `label of ${id}` })));
/** And the service has these IP restrictions, by the id of their route. */
function start(given: Record<string, Parameters<typeof makeRestriction>>) {
  know(...Object.keys(given));
  const all = Object.entries(given).map(([id, of]) => [
    restrictionPath(id),
    makeRestriction(...of),
  ]);
  return startFakeService({ restrictions: Object.fromEntries(all) });
}
const rowOf = async (id: string) =>
  (await screen.findByText(`label of ${id}`)).closest('tr') as HTMLElement;
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

async function openMenu(user: ReturnType<typeof renderPage>['user'], id: string) {
  await user.click(screen.getByRole('button', { name: `Actions for label of ${id}` }));
  return screen.findByRole('menu');
}

it('opening the page reads what is older than a minute, and shows what needs a person first', async () => {
  const service = start({ on: [true, 'ipp_1'], off: [false, 'ipp_1'], empty: [true] });
  know('none', 'locked');
  service.on(`GET ${restrictionPath('locked')}`, () => refuse(403));
  renderPage(<RoutesPage />);
  await screen.findByText('Checked 5 routes.');
  const order = ['none', 'empty', 'locked', 'off', 'on'];
  expect(names()).toEqual(order.map((id) => `label of ${id}`));
  within(await rowOf('on')).getByText('ipp_1');
  within(await rowOf('locked')).getByText('No access');
  screen.getByRole('radio', { name: 'Open', description: '3' });
});

it('opening the page shows how many policies follow, apart from the direction of their names', async () => {
  start({ on: [true, 'ipp_א', 'ipp_ב', 'ipp_3'] });
  renderPage(<RoutesPage />);
  const shown = await within(await rowOf('on')).findByText('ipp_א, ipp_ב');
  expect(shown.localName).toBe('bdi');
  expect(shown.parentElement?.textContent).toBe('ipp_א, ipp_ב +1');
});

it('single keys lead from row to row, select and open', async () => {
  start({ a: [true, 'ipp_1'], b: [true, 'ipp_1'], c: [true, 'ipp_1'] });
  const { user, router } = renderPage(<RoutesPage />);
  await screen.findByText('Checked 3 routes.');
  const link = (id: string) => screen.getByRole('link', { name: `label of ${id}` });
  await user.keyboard('jj');
  expect(document.activeElement).toBe(link('b'));
  await user.keyboard('kk');
  expect(document.activeElement).toBe(link('a'));
  await user.keyboard('xjj{Shift>}X{/Shift}');
  await screen.findByText('3 selected');
  expect(document.activeElement).toBe(link('c'));
  await user.keyboard('e');
  expect(router.state.location.pathname).toBe('/edges/edge_1/routes/c/ip-restriction');
});

it('a check moves no row while it runs', async () => {
  const service = start({ a: [true, 'ipp_1'], b: [false, 'ipp_1'] });
  const held = service.hold(`GET ${restrictionPath('b')}`);
  renderPage(<RoutesPage />);
  await within(await rowOf('a')).findByText('On');
  expect(names()).toEqual(['label of a', 'label of b']);
  held.release();
  await screen.findByText('Checked 2 routes.');
  expect(names()).toEqual(['label of b', 'label of a']);
});

it('opening the page marks what is protected as soon as that is known', async () => {
  know('on', 'other');
  startFakeService();
  renderPage(<RoutesPage />);
  await rowOf('on');
  const protection = { protected_bot_users: [], protected_routes: ['edge_1/on'] };
  act(() => access.set({ ...access.get(), protection }));
  within(await rowOf('on')).getByText('Protected by the operator.');
  expect(screen.getAllByText('Protected by the operator.')).toHaveLength(1);
});

it('opening the page reads nothing that was read this minute', async () => {
  know('on');
  knownRoutes().recordCheck(makeRoute('on'), {
    state: 'on',
    ip_policy_ids: [],
    read_at: Date.now(),
  });
  const service = startFakeService();
  renderPage(<RoutesPage />);
  await rowOf('on');
  expect(service.requests).toEqual([]);
  screen.getByRole('button', { name: 'Check all' });
});

it('opening the page offers to read more than 30, and stops when it is told to', async () => {
  know(...Array.from({ length: 40 }, (_, at) => `many_${at}`));
  const service = startFakeService();
  const held = service.hold('GET ');
  const { user } = renderPage(<RoutesPage />);
  await user.click(await screen.findByRole('button', { name: 'Check 40 routes' }));
  await held.answer();
  await waitFor(() => expect(held.count()).toBe(4));
  await user.click(await screen.findByRole('button', { name: 'Cancel checking' }));
  await screen.findByText('Stopped after 1 of 40. Earlier results are kept.');
});

it('says that the service asks to wait', async () => {
  know('a');
  startFakeService().fail('GET /edges', () => refuse(429, {}, { 'retry-after': '90' }));
  renderPage(<RoutesPage />);
  expect(await screen.findByText(/^The service asks to wait 90 s\. Checking/)).toBeDefined();
});

it.each([
  ['here', RoutesPage],
  ['before one change of many', ApplyPage],
])('says that the shared ones could not be loaded, and tries again, %s', async (_, Page) => {
  const service = startFakeService();
  const routes = [{ label: 'label of shared', ...makeRoute('shared') }];
  service.on('GET /inventory/routes', () => Response.json({ routes }));
  const stop = service.fail('GET /inventory/routes', () => refuse(403));
  const { user } = renderPage(<Page />, { config: { inventory_base: '/inventory' } });
  await screen.findByRole('alert', { name: 'Shared routes could not be loaded.' });
  expect(screen.queryByText(/Add the first route|No routes yet/)).toBeNull();
  stop();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('label of shared')).toBeDefined();
});

it('one change of many begins with the IP restriction of the route in its address', async () => {
  const service = start({ a: [false, 'ipp_1', 'ipp_2'], b: [true] });
  service.fail(`GET ${restrictionPath('a')}`, () => refuse(409), 1);
  const at = `${paths.applyToRoutes}?from=edge_1%2Fa`;
  const { user, router } = renderPage(<ApplyPage />, { at, path: paths.applyToRoutes });
  await screen.findByText('The IP restriction for the others could not be read.');
  expect(closeTab()).toBe(false);
  act(() => applyDraft.edit({ ids: ['ipp_3'] }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const list = await screen.findByRole('list', { name: 'IP policies' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(closeTab()).toBe(true);
  expect(screen.getByRole('radio', { name: 'Replace with these' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radiogroup', { name: 'What to do' })).toBeDefined();
  expect(router.state.location.search).toBe('');
  expect(outcome.get()?.text).toBe('What you had begun here is replaced.');
  act(() => outcome.get()?.undo?.());
  expect(applyDraft.get().ids).toEqual(['ipp_3']);

  await act(() => router.navigate(`${paths.applyToRoutes}?from=edge_1%2Fnone`));
  await waitFor(() => expect(outcome.get()?.text).toBe('That route has no IP restriction.'));
  expect(applyDraft.get().ids).toEqual(['ipp_3']);
});

const open = async (at = '/') => {
  start({ b: [true, 'ipp_1', 'ipp_2'], a: [true, 'ipp_1'] });
  know('c');
  const { user, router } = renderPage(<RoutesPage />, { at });
  await screen.findByText('Checked 3 routes.');
  return { user, router };
};

it('the tools filter by policy and exposure, say what is not there, and lead back to all', async () => {
  const { user, router } = await open('/?policy=ipp_none');
  screen.getByRole('heading', { name: 'No checked route matches' });
  await user.click(screen.getByRole('button', { name: 'Show all routes' }));
  expect(names()).toHaveLength(3);
  await user.click(screen.getByRole('radio', { name: 'Protected' }));
  expect(names()).toEqual(['label of a', 'label of b']);
  await user.click(screen.getByRole('textbox', { name: 'Uses policy' }));
  await user.paste('P_2'); // a part of it, in any case
  expect(names()).toEqual(['label of b']);
  await waitFor(() => expect(router.state.location.search).toBe('?policy=P_2'));
});

it('the tools say what a filter shows, and not each route that a job changes', async () => {
  start({ a: [false, 'ipp_1'], b: [false, 'ipp_1'], c: [true, 'ipp_1'] });
  const page = renderPage(<RoutesPage />, { at: '/?exposure=open', announces: true });
  const said = page.container.querySelector(':scope > [aria-live]');
  await waitFor(() => expect(said?.textContent).toBe('2 of 3 routes shown.'));
  const on: LastCheck = { state: 'on', ip_policy_ids: ['ipp_1'], read_at: Date.now() };
  act(() => knownRoutes().recordCheck(makeRoute('a'), on));
  await screen.findByText('1 of 3 routes shown.');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(said?.textContent).toBe('2 of 3 routes shown.');
});

it('the tools count none where the text leaves none, all of which were read', async () => {
  await open('/?q=nothing');
  expect(screen.getByRole('radio', { name: 'Open', description: '0' })).toBeDefined();
});

it.each(['Escape', 'its button'])(
  '%s clears the selection, of what is not shown as well',
  async (by) => {
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select all routes' }));
    const bar = screen.getByRole('group', { name: 'Bulk actions' });
    expect(bar.textContent).toContain('3 selected');
    await user.keyboard('/ LABEL of b');
    await waitFor(() => expect(bar.textContent).toContain('3 selected, 2 not shown'));
    if (by === 'Escape') await user.tab().then(() => user.keyboard('{Escape}'));
    else await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Bulk actions' })).toBeNull());
  },
);

it.each([
  ['Label', 'abc', 'cba'],
  ['IP restriction', 'cab', 'abc'],
  ['Checked', 'bca', 'acb'],
])('the tools sort by a column, up and down: %s', async (column, ...orders) => {
  const { user } = await open();
  const minutes = { a: 3, b: 1, c: 2 };
  act(() => {
    for (const { id, last_check: check } of knownRoutes().get().routes) {
      const read_at = Date.now() - 60_000 * minutes[id as keyof typeof minutes];
      knownRoutes().recordCheck(makeRoute(id), check && { ...check, read_at });
    }
    knownRoutes().flush();
  });
  for (const order of orders) {
    await user.click(screen.getByRole('button', { name: column }));
    expect(names()).toEqual([...order].map((id) => `label of ${id}`));
  }
});

it.each(['Check now', 'Cancel'])(
  'the menu sends nothing again before a read where nobody knows what came of the change: %s',
  async (press) => {
    const service = start({ off: [false, 'ipp_1'] });
    const { user } = renderPage(<RoutesPage />);
    await screen.findByText('Checked 1 route.');
    service.on('PUT ', (happen) => {
      happen();
      return noResponse();
    });
    await user.click(
      within(await openMenu(user, 'off')).getByRole('menuitem', { name: 'Turn on…' }),
    );
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText('ipp_1');
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toContain('We do not know if this was applied.');
    expect(
      within(dialog).getByRole('button', { name: 'Turn on' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await waitFor(() => expect(screen.queryByText('Off')).toBeNull());
    await user.click(within(dialog).getByRole('button', { name: press }));
    await screen.findByText('On');
    expect(service.sent('PUT')).toHaveLength(1);
  },
);

it('the menu says why a key that can only read turns nothing on', async () => {
  start({ on: [true, 'ipp_1'] });
  const { user } = renderPage(<RoutesPage />);
  await screen.findByText('Checked 1 route.');
  act(() => access.set({ ...access.get(), isReadOnly: true }));
  expect((await openMenu(user, 'on')).textContent).toContain('This key can only read.');
});

it('asks for the first route', async () => {
  startFakeService();
  renderPage(<RoutesPage />);
  expect(await screen.findByRole('heading', { name: 'Add the first route' })).toBeDefined();
});

it('says why nothing is added, and gives another label to a route that is here', async () => {
  startFakeService();
  const undo = know('route_1');
  const { user } = renderPage(<RoutesPage />);
  await screen.findByText('Checked 1 route.');
  await user.click(screen.getByRole('button', { name: 'Add routes…' }));
  const field = await screen.findByRole('textbox', { name: 'Routes, one per line' });
  for (const [text, problem] of [
    ['', 'Enter at least one route, or choose a file.'],
    ['edge_1,route_1,label of route_1', 'Nothing to add.'],
    ['a_1 b_2 c_3', 'Nothing to add.'],
    [`edge_2,route_2,${TEST_KEY}`, /^Your API key is in this text\./],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    await user.click(await screen.findByRole('button', { name: 'Add routes' }));
    screen.getByText(problem);
  }
  expect(names()).toEqual(['label of route_1']);
  fireEvent.change(field, { target: { value: 'edge_1,route_1,another' } });
  await user.click(await screen.findByRole('button', { name: 'Add 1 label' }));
  expect(outcome.get()?.text).toBe('Added 1 label.');
  expect(names()).toEqual(['another']);
  act(undo);
});

it('one change of many asks for routes, then turns those on or off that were chosen', async () => {
  start({ a: [true, 'ipp_1'], b: [true, 'ipp_1'], c: [true, 'ipp_1'] });
  const plan = { path: paths.plan, element: <p>The plan</p> };
  const { user } = renderPage(<ApplyPage />, {
    at: paths.applyToRoutes,
    path: paths.applyToRoutes,
    routes: [plan],
  });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('radio', { name: 'Only turn on or off' }));
  await user.click(screen.getByRole('radio', { name: 'Off' }));
  act(() => currentJob.set({ status: 'running' } as JobState));
  await press('Continue');
  expect(screen.queryByText('Select one or more routes')).toBeNull();
  act(() => currentJob.set(undefined));
  await press('Continue');
  const filter = screen.getByRole('searchbox', { name: 'Filter routes' });
  screen.getByText('Select one or more routes');
  expect(document.activeElement).toBe(filter);
  await user.keyboard('no such{Enter}');
  await screen.findByText('No route matches.');
  await user.clear(filter);
  await user.keyboard('label of');
  await press('Select the 3 that match');
  await user.click(screen.getByRole('checkbox', { name: 'Select label of b' }));
  // Of several texts Firefox tells screen readers only the one that changes: "2".
  expect(screen.getByText('2 of 3 routes selected').childNodes).toHaveLength(1);
  await press('Continue');
  await screen.findByText('The plan');
  expect(openHeading()).toBe('turn the IP restriction off for 2 routes');
});

it('counts shared routes on the page of policies, too', async () => {
  const service = startFakeService();
  const policies = ['Office', 'Spare'].map((name, at) => ({ id: `ipp_${at + 1}`, name, note: '' }));
  service.on('GET /inventory/ip-policies', () => Response.json({ ip_policies: policies }));
  const shared = { label: 'shared', ...makeRoute('shared') };
  service.on('GET /inventory/routes', () => Response.json({ routes: [shared] }));
  knownRoutes().share([shared]);
  knownRoutes().recordCheck(shared, { state: 'on', ip_policy_ids: ['ipp_1'], read_at: Date.now() });
  knownRoutes().share([]);
  const stop = service.fail('GET /inventory/ip-policies', () => refuse(403));
  const { user } = renderPage(<PoliciesPage />, { config: { inventory_base: '/inventory' } });
  await screen.findByRole('alert');
  // What was not read is not counted.
  expect(screen.queryByText(/0 policies|No IP policy is known/)).toBeNull();
  stop();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1 route');
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr')?.textContent;
  expect(row('Office')).toContain('on 1');
  expect(row('Spare')).toContain('No checked route');
  // It has the room of both columns, and so is not cut off.
  const none = screen.getByRole('cell', { name: 'No checked route' });
  expect(none.getAttribute('aria-colspan')).toBe('2');
  expect(policyNames().find(' office ')).toEqual(['ipp_1']);
});
