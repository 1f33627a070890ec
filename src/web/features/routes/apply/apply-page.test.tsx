// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/routes/apply" }
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  allByRole,
  closePage,
  EDITOR,
  getByRole,
  isChecked,
  isShown,
  KEY,
  openPage,
  press,
  queryByRole,
  refusal,
  type as typeInto,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { routeSelection } from '#web/features/routes/selection.ts';
import type { Plan } from '#web/jobs/job.ts';
import { pageHistory } from '#web/lib/page-history.ts';
import { paths } from '#web/paths.ts';

const fake = vi.hoisted(() => ({
  setPlan: vi.fn<(plan: Plan) => void>(),
  plan: vi.fn<() => Plan | undefined>(),
}));
vi.mock('#web/jobs/jobs.ts', () => ({ jobs: fake }));

const others = ['route_2', 'route_3'].map((id) => ({ edge_id: 'edge_1', id, label: id }));
const FIELD = 'Add IP policy ids';

beforeEach(() => {
  fake.setPlan.mockReset();
  fake.plan.mockReset().mockImplementation(plan);
  setConfig(testConfig());
  knownRoutes().add(others);
});
afterEach(async () => {
  await closePage();
  others.forEach((other) => knownRoutes().remove(other));
});

const open = (module: Parameters<typeof openPage>[1] = { enabled: true, ip_policy_ids: ['a'] }) =>
  openPage(paths.applyToRoutes, module);
const plan = () => fake.setPlan.mock.lastCall?.[0];
const select = (...ids: string[]) =>
  act(
    async () =>
      void routeSelection.set(
        ids.map((id) => routeKey({ edge_id: 'edge_1', id })),
        true,
      ),
  );
const policies = () =>
  allByRole('listitem', undefined, getByRole('list', 'IP policies')).map(
    ({ textContent }) => textContent,
  );

describe('the page', () => {
  it('reads each chosen route, and opens the plan of one change', async () => {
    const { service } = await open();
    await press('checkbox', 'Select Payments');
    await press('checkbox', 'Select route_2');
    await typeInto(FIELD, 'b, c');
    await press('button', 'Continue');
    expect(service.requests).toEqual(['GET', 'GET']);
    expect(plan()).toMatchObject({
      heading: 'add 2 policies to 1 route',
      lines: [
        { label: 'route_2', kind: 'conflict', note: 'This route does not exist.' },
        { label: 'Payments', kind: 'replace', after: { ip_policy_ids: ['a', 'b', 'c'] } },
      ],
      rollout: { steps: [1, 5], stopAfter: 1 },
    });
    expect(pageHistory.get().location.pathname).toBe(paths.plan);
  });

  it('keeps all that was chosen for whoever comes back, and reads nothing twice', async () => {
    const { service, navigate } = await open();
    await select('route_1');
    await press('radio', 'Remove these policies');
    await typeInto(FIELD, 'a');
    await press('button', 'Continue');
    await navigate(paths.applyToRoutes);
    expect(isChecked('checkbox', 'Select Payments')).toBe(true);
    expect(isChecked('radio', 'Remove these policies')).toBe(true);
    expect(policies()).toEqual(['a']);
    await press('button', 'Continue');
    expect(service.requests).toEqual(['GET']);
    expect(fake.setPlan).toHaveBeenCalledTimes(2);
  });

  it('begins anew once the plan has been applied', async () => {
    const { navigate } = await open();
    await select('route_1');
    await typeInto(FIELD, 'b');
    await press('button', 'Continue');
    fake.plan.mockReturnValue(undefined);
    await navigate(paths.applyToRoutes);
    expect(queryByRole('list', 'IP policies')).toBeUndefined();
  });

  it('says what is missing, and leads there', async () => {
    const { service } = await open();
    await press('button', 'Continue');
    const alert = getByRole('alert', /There is a problem/);
    expect(document.activeElement).toBe(alert);
    expect(allByRole('link', undefined, alert).map(({ textContent }) => textContent)).toEqual([
      'Select one or more routes',
      'Enter one or more IP policy ids',
    ]);
    expect(document.title).toMatch(/^Error: Apply to many routes/);
    await press('radio', 'Only set enforcement');
    await press('checkbox', 'Select Payments');
    expect(queryByRole('alert', /There is a problem/)).toBeUndefined();
    expect(service.requests).toEqual([]);
  });

  it('stays with what cannot be an id', async () => {
    await open();
    await select('route_1');
    await typeInto(FIELD, 'b 10.0.0.0/8');
    await press('button', 'Continue');
    expect(policies()).toEqual(['b']);
    expect(isShown('‘10.0.0.0/8’ does not look like an id')).toBe(true);
    expect(fake.setPlan).not.toHaveBeenCalled();
  });

  it('takes no key for a policy', async () => {
    await open();
    await typeInto(FIELD, KEY);
    await press('button', 'Add');
    expect(isShown('This holds your API key. Nothing was added: take it out.')).toBe(true);
    expect(queryByRole('list', 'IP policies')).toBeUndefined();
  });

  it('goes on reading where it was stopped', async () => {
    const { service } = await open();
    await select('route_1', 'route_2');
    await press('radio', 'Only set enforcement');
    await press('radio', 'Off');
    service.respond('GET', () => refusal(400, 'VERSION_UNSUPPORTED'));
    await press('button', 'Continue');
    expect(getByRole('alert', /The plan is not ready/).textContent).toContain(
      'Press Continue to read the rest.',
    );
    expect(fake.setPlan).not.toHaveBeenCalled();
    service.heal();
    await press('button', 'Continue');
    expect(plan()?.heading).toBe('turn enforcement off for 1 route');
  });

  it('can be stopped', async () => {
    const { service } = await open();
    await select('route_1');
    await typeInto(FIELD, 'b');
    service.respond('GET', () => new Promise(() => {}));
    await press('button', 'Continue');
    await press('button', 'Cancel reading');
    expect(isShown('Stopped after 0 of 1.')).toBe(true);
    expect(document.activeElement).toBe(getByRole('button', 'Continue'));
    expect(fake.setPlan).not.toHaveBeenCalled();
  });
});

it('copies the module of a route to others', async () => {
  await openPage(EDITOR, { enabled: false, ip_policy_ids: ['x', 'y'] });
  await select('route_1', 'route_2');
  await press('link', 'Apply to other routes');
  expect(isShown('From Payments: enforcement off, 2 policies.')).toBe(true);
  expect(policies()).toEqual(['x', 'y']);
  expect(isChecked('radio', 'Replace with these')).toBe(true);
  expect(isChecked('radio', 'Off')).toBe(true);
  expect(isChecked('checkbox', 'Select Payments')).toBe(false);
  expect(isChecked('checkbox', 'Select route_2')).toBe(true);
});

it('removing a policy keeps the focus among them', async () => {
  await open();
  await typeInto(FIELD, 'a b');
  await press('button', 'Add');
  await press('button', 'Remove a');
  expect(document.activeElement).toBe(getByRole('button', 'Remove b'));
  await press('button', 'Remove b');
  expect(document.activeElement).toBe(getByRole('textbox', FIELD));
});
