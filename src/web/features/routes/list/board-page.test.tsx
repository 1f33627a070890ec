// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as Download from '#web/lib/download.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { setPreference } from '#web/lib/preferences.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import {
  allByRole,
  closePage,
  EDITOR,
  expectFocusKept,
  getByRole,
  isChecked,
  isShown,
  openPage,
  pass,
  press,
  queryByRole,
  receipt,
  route,
  textOf,
} from '#web/features/routes/routes-pages.test.helper.tsx';

const files: Array<{ content: string; name: string }> = [];
vi.mock('#web/lib/download.ts', () => ({
  download: ((content, name) =>
    void files.push({ content: content as string, name })) as typeof Download.download,
}));

const rows = () => allByRole('row').map(({ textContent }) => textContent);
const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
const exposure = () =>
  [...(document.querySelector('fieldset')?.querySelectorAll('label') ?? [])].map(
    ({ textContent }) => textContent,
  );

let undo = () => {};
const others = (count: number, label = '') =>
  Array.from({ length: count }, (_, index) => ({
    edge_id: 'edge_1',
    id: `other_${index}`,
    label: label && `${label}${index}`,
  }));
const add = (...routes: ReturnType<typeof others>) =>
  act(async () => void ({ undo } = knownRoutes().add(routes)));

/** Into a field that completes, where `type` finds none. */
const fill = (element: Element | null, value: string) =>
  act(async () => {
    const proto = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(element, value);
    const event = element instanceof HTMLSelectElement ? 'change' : 'input';
    element?.dispatchEvent(new Event(event, { bubbles: true }));
  });
const filterField = () => document.querySelector('input[type=search]');
const announced = () => document.querySelector('[aria-live=polite]')?.textContent;
const policyField = () => document.querySelector('input[aria-label="Uses policy"]');

afterEach(async () => {
  routeSelection.clear();
  undo();
  undo = () => {};
  files.length = 0;
  await closePage();
});

it('reads what is stale by itself, once', async () => {
  const { service, navigate } = await openPage('/routes', { enabled: true, ip_policy_ids: ['a'] });
  expect(service.requests).toEqual(['GET']);
  expect(rows()[0]).toContain('Ona');
  expect(isShown('Checked 1 route.')).toBe(true);
  expect(exposure()).toEqual(['All1', 'Open0', 'Protected1', 'Errors0']);

  await navigate('/');
  await navigate('/routes');
  await pass(0);
  expect(service.requests).toHaveLength(1);
  await add(...others(2));
  await pass(300);
  expect(service.requests).toHaveLength(3);
  expect(exposure()).toEqual(['All3', 'Open0', 'Protected1', 'Errors2']);

  await navigate('/');
  await pass(301_000);
  await navigate('/routes');
  await pass(0);
  expect(service.requests).toHaveLength(6);
});

it('asks before it reads many, and claims nothing of what was not read', async () => {
  const { service, navigate } = await openPage('/', null);
  await add(...others(40));
  await navigate('/routes');
  await pass(0);
  expect(service.requests).toEqual([]);
  expect(exposure()).toEqual(['All41', 'Open–', 'Protected–', 'Errors–']);
  expect(isShown('41 routes have not been checked.')).toBe(true);
  await press('radio', 'Open');
  expect(textOf('heading', /checked/)).toBe('Nothing checked yet');

  await press('button', 'Check 41 routes');
  await pass(300);
  expect(service.requests).toHaveLength(41);
  expect(exposure()).toEqual(['All41', 'Open1', 'Protected0', 'Errors40']);
  expect(names()).toEqual(['Payments']);
  await press('radio', 'Protected');
  expect(isShown('No protected route among 41 checked')).toBe(true);
  expect(queryByRole('button', 'Check all again')).toBeDefined();
});

it('waits for a press after a check that was ended', async () => {
  const { service, navigate } = await openPage('/', null);
  service.respond('GET', () => new Promise(() => {}));
  await navigate('/routes');
  await pass(400);
  await press('button', 'Cancel checking');
  expect(isShown('Stopped after 0 of 1.')).toBe(true);
  await pass(1000);
  expect(service.requests).toHaveLength(1);
  service.heal();
  await press('button', 'Check 1 route');
  expect(service.requests).toHaveLength(2);
});

it('marks what has changed since the last look, until it was seen or opened', async () => {
  const { service, navigate } = await openPage('/routes', {
    enabled: true,
    ip_policy_ids: ['a', 'b'],
  });
  service.set(false, ['a']);
  await press('button', 'Check all again');
  expect(rows()[0]).toContain('Changedwas On, 2 policies');
  await press('button', 'More');
  await press('menuitem', 'Mark 1 as seen');
  expect(rows()[0]).not.toContain('Changed');
  expectFocusKept();
  await press('button', 'Undo');
  expect(rows()[0]).toContain('Changed');

  await navigate(EDITOR);
  await pass(0);
  await navigate('/routes');
  await pass(0);
  expect(rows()[0]).not.toContain('Changed');
});

it('shows the first policies, and says how many more', async () => {
  await openPage('/routes', { enabled: true, ip_policy_ids: ['ipp_1', 'ipp_2', 'ipp_3', 'ipp_4'] });
  expect(rows()[0]).toContain('ipp_1, ipp_2 +2');
  const title = document.querySelector('tbody [title*="ipp_4"]')?.getAttribute('title');
  expect(title?.split('\n')).toEqual(['ipp_1', 'ipp_2', 'ipp_3', 'ipp_4']);
});

it('finds the routes that hold a policy by its whole id, in the address as well', async () => {
  const { navigate } = await openPage('/routes', { enabled: false, ip_policy_ids: ['ipp_office'] });
  await add(...others(1));
  await fill(policyField(), 'ipp_');
  expect(names()).toHaveLength(2);
  await pass(400);
  expect(isShown('No checked route uses “ipp_”')).toBe(true);
  await fill(policyField(), 'ipp_office');
  await pass(400);
  expect(names()).toEqual(['Payments']);
  expect(location.search).toBe('?policy=ipp_office');
  await navigate('/routes');
  expect(policyField()).toHaveProperty('value', '');
  expect(names()).toHaveLength(2);
});

it('filters by the group that labels begin with', async () => {
  await openPage('/routes', null);
  expect(document.querySelector('select')).toBeNull();
  await add(...others(2, 'eu/shop '));
  await fill(document.querySelector('select'), 'eu');
  expect(names()).toEqual(['eu/shop 0', 'eu/shop 1']);
  expect(location.search).toBe('?group=eu');
});

it('selects, by ranges as well, and says what is not shown', async () => {
  await openPage('/routes', null);
  await add(...others(4, 'b'));
  await pass(300);
  const bar = () => document.querySelector('[role=group][aria-label="Bulk actions"]');
  expect(bar()).toBeNull();
  await press('checkbox', 'Select Payments');
  await act(async () =>
    getByRole('checkbox', 'Select b2').dispatchEvent(
      new MouseEvent('click', { bubbles: true, shiftKey: true }),
    ),
  );
  expect(bar()?.textContent).toContain('4 selected');
  await fill(filterField(), 'Payments');
  expect(bar()?.textContent).toContain('4 selected, 3 not shown');
  await fill(filterField(), '');
  await press('button', 'Select the 5 shown');
  expect(isChecked('checkbox', 'Select all routes')).toBe(true);
  expect(getByRole('link', 'Apply to selected…').getAttribute('href')).toBe('/routes/apply');
  await press('checkbox', 'Select all routes');
  expect(bar()).toBeNull();
  expectFocusKept();

  await press('checkbox', 'Select Payments');
  await press('button', 'Actions for Payments');
  await press('menuitem', 'Remove from list');
  expect(routeSelection.has(routeKey(route))).toBe(false);
  await press('button', 'Undo');
});

it('has the actions of the selected in the place of the other tools, and says what becomes of them', async () => {
  await openPage('/routes', null);
  await press('checkbox', 'Select Payments');
  expect(queryByRole('radio', 'Open')).toBeUndefined();
  await pass(500);
  expect(announced()).toBe('Selected: 1');
  await press('button', 'Clear selection');
  expect(announced()).toBe('Selection cleared');
  expect(queryByRole('radio', 'Open')).toBeDefined();
});

it('announces what the filter leaves, half a second after the last key', async () => {
  await openPage('/routes', null);
  await add(...others(2, 'b'));
  await pass(1000);
  expect(announced()).toBe('Shown: 3 routes.');
  await fill(filterField(), 'b');
  await fill(filterField(), 'b1');
  expect(isShown('1 of 3 routes shown.')).toBe(true);
  await pass(500);
  expect(announced()).toBe('Shown: 1 of 3 routes.');
});

it('has the end of a check read out, outside of what is busy, and its line takes no room', async () => {
  const { service, navigate } = await openPage('/', null);
  let respond = () => {};
  service.respond('GET', (real) => new Promise((resolve) => (respond = () => resolve(real()))), 1);
  await navigate('/routes');
  const status = document.querySelector('h1 ~ p [role=status]');
  expect(status?.textContent).toBe('');
  expect(document.querySelector('[aria-busy=true]')?.contains(status)).toBe(false);
  await act(async () => respond());
  await pass(0);
  expect(document.querySelector('h1 ~ p [role=status]')).toBe(status);
  expect(status?.textContent).toBe('Checked 1 route.');
  expect(status?.className).toBe('visually-hidden');
});

it('has one Tab stop a row, and the arrow keys go to its other controls', async () => {
  await openPage('/routes', null);
  const stops = () => controls().filter(({ tabIndex }) => tabIndex === 0);
  const controls = () => [...document.querySelectorAll<HTMLElement>('tbody :is(a, button, input)')];
  expect(stops()).toEqual([getByRole('link', 'Payments')]);
  getByRole('link', 'Payments').focus();
  await act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
    ),
  );
  expect(document.activeElement).toBe(getByRole('button', 'Actions for Payments'));
  await act(async () => setPreference({ rowStops: false }));
  expect(stops()).toEqual(controls());
  await act(async () => setPreference({ rowStops: true }));
});

it('gives the module of a row to others, where it has one', async () => {
  const module = { enabled: true, ip_policy_ids: ['a', 'b'] };
  const { navigate } = await openPage('/routes', module);
  await add(...others(1, 'b'));
  await pass(300);
  await press('button', 'Actions for b0');
  expect(queryByRole('menuitem', 'Apply to others…')).toBeUndefined();
  await navigate('/routes');
  await press('button', 'Actions for Payments');
  await press('menuitem', 'Apply to others…');
  expect(isShown('From Payments: enforcement on, 2 policies.')).toBe(true);
  expect(isChecked('radio', 'Replace with these')).toBe(true);
  expect(isChecked('checkbox', 'Select Payments')).toBe(false);
});

it('keeps rows in their places while they are pointed at and a check goes on', async () => {
  const { service, navigate } = await openPage('/', null);
  await add(...others(2, 'a'));
  let respond = () => {};
  service.respond('GET', (real) => new Promise((resolve) => (respond = () => resolve(real()))), 1);
  await navigate('/routes');
  const box = () => document.querySelector('table')?.closest('div')?.parentElement as HTMLElement;
  await act(async () =>
    box().dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })),
  );
  const before = names();
  await act(async () => respond());
  await pass(1000);
  expect(before).toHaveLength(3);
  expect(names()[0]).toBe('Payments');
});

it('is loud about enforcement that is off past its time, and turns it on', async () => {
  const { service } = await openPage('/routes', { enabled: false, ip_policy_ids: ['a'] });
  await act(async () => knownRoutes().setOffUntil(route, Date.now() + 60_000));
  expect(rows()[0]).toContain('Off until ');
  await pass(120_000);
  expect(rows()[0]).toContain('Off past its time');
  await press('button', 'Turn on now: Payments');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
  expect(receipt()).toContain('Enforcement is on again for Payments.');
  expect(rows()[0]).not.toContain('Off');
  expectFocusKept();
});

it('plans to turn on all that are off past their time', async () => {
  const { service, navigate } = await openPage('/', null);
  const off = { enabled: false, ip_policies: [{ id: 'a', uri: '/ip_policies/a' }] };
  service.respond('GET', () => Response.json(off));
  await add(...others(1, 'b'));
  await navigate('/routes');
  await pass(300);
  const [other = route] = others(1);
  await act(async () => knownRoutes().setOffUntil(route, Date.now() - 1));
  await pass(60_000);
  // One has its own button.
  expect(queryByRole('button', /^Turn on \d/)).toBeUndefined();
  await act(async () => knownRoutes().setOffUntil(other, Date.now() - 1));
  await pass(60_000);
  await press('button', 'Turn on 2 routes…');
  await pass(0);
  expect(location.pathname).toBe('/plan');
  expect(jobs.plan()?.lines.map(({ label, kind }) => `${label}: ${kind}`)).toEqual([
    'Payments: replace',
    'b0: replace',
  ]);
  expect(service.writes).toEqual([]);

  // Whoever leaves while it reads is not taken to the plan.
  await navigate('/routes');
  let respond = () => {};
  service.respond(
    'GET',
    () => new Promise((resolve) => (respond = () => resolve(Response.json(off)))),
    1,
  );
  await press('button', 'Turn on 2 routes…');
  await navigate('/');
  await act(async () => respond());
  await pass(0);
  expect(location.pathname).toBe('/');
});

it('exports what is shown, and the list', async () => {
  await openPage('/routes', { enabled: true, ip_policy_ids: ['ipp_a'] });
  await add(...others(1, 'b'));
  await pass(300);
  await press('radio', 'Protected');
  await press('button', 'More');
  await press('menuitem', 'Export states');
  const [file] = files;
  expect(file?.name).toMatch(/^route-states-api-test-\d{4}-\d\d-\d\d\.csv$/);
  expect((file?.content ?? '').trim().split('\r\n')).toEqual([
    expect.stringMatching(/^label,edge_id,route_id,state,/),
    expect.stringMatching(/^Payments,edge_1,route_1,On,ipp_a,,/),
  ]);
  await press('button', 'More');
  await press('menuitem', 'Export list');
  expect(files[1]?.content).toContain('other_0');
});

it('shows the module of a checked route as JSON, and no other one’s', async () => {
  const { navigate } = await openPage('/routes', { enabled: true, ip_policy_ids: ['a'] });
  await add(...others(1, 'b'));
  await pass(300);
  await press('button', 'Actions for b0');
  expect(queryByRole('menuitem', 'View as JSON…')).toBeUndefined();
  await navigate('/routes');
  await press('button', 'Actions for Payments');
  await press('menuitem', 'View as JSON…');
  const text = document.querySelector('dialog pre')?.textContent ?? '';
  expect(JSON.parse(text)).toEqual({ enabled: true, ip_policy_ids: ['a'] });
});

it('has rows of the chosen height', async () => {
  await openPage('/routes', { enabled: true, ip_policy_ids: ['a'] });
  const table = () => getByRole('table', 'Routes').className.split(' ').length;
  const normal = table();
  await act(async () => setPreference({ density: 'compact' }));
  expect(table()).toBe(normal + 1);
  await act(async () => setPreference({ density: 'normal' }));
});
