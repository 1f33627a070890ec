// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import { WriteRules } from '#contract/write-rules.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { type LastCheck, routeKey } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { planTurnOn } from '#web/features/routes/turn-on-plan.ts';
import { isPastEnd, timeOn, turnOnAgain } from '#web/features/routes/off-until.ts';
import {
  closePage,
  openPage,
  refusal,
  route as payments,
} from '#web/features/routes/routes-pages.test.helper.tsx';

const route = { ...payments, name: payments.label };

afterEach(closePage);

async function turnOn(...module: [enabled: boolean, ...ip_policy_ids: string[]] | []) {
  const [enabled, ...ip_policy_ids] = module;
  const page = await openPage(
    '/elsewhere',
    enabled === undefined ? null : { enabled, ip_policy_ids },
  );
  return { ...page, press: () => turnOnAgain(page.client, route) };
}

it('is past its end only where it is still off', () => {
  const off: LastCheck = { state: 'module', enabled: false, ip_policy_ids: [], read_at: 1 };
  expect(isPastEnd({ off_until: 5, last_check: off }, 5)).toBe(true);
  expect(isPastEnd({ off_until: 5, last_check: off }, 4)).toBe(false);
  expect(isPastEnd({ off_until: undefined, last_check: off }, 9)).toBe(false);
  expect(isPastEnd({ off_until: 5, last_check: { ...off, enabled: true } }, 9)).toBe(false);
  expect(isPastEnd({ off_until: 5, last_check: { state: 'none', read_at: 1 } }, 9)).toBe(false);
});

it('tells a time with its day where that is not today', () => {
  const at = new Date(2026, 10, 21, 5, 34).getTime();
  expect(timeOn(at, at + 60_000)).toBe('05:34');
  expect(timeOn(at, at + 86_400_000)).toBe('21 Nov, 05:34');
  expect(timeOn(at, at - 365 * 86_400_000)).toBe('21 Nov 2026, 05:34');
});

it('turns on what is there now, with a way back', async () => {
  const { press, service } = await turnOn(false, 'a', 'b');
  expect(await press()).toMatchObject({
    text: 'Enforcement is on again for Payments.',
    undo: expect.any(Function),
  });
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

it('has nothing to turn on where it is on, gone, or an empty list', async () => {
  const on = await turnOn(true, 'a');
  expect(await on.press()).toEqual({ text: 'Enforcement is already on for Payments.' });
  await closePage();
  const gone = await turnOn();
  expect(await gone.press()).toMatchObject({ failed: true });
  await closePage();
  const empty = await turnOn(false);
  expect(await empty.press()).toMatchObject({ failed: true });
  expect([on, gone, empty].flatMap(({ service }) => service.writes)).toEqual([]);
});

it('does not go over what changes in between, and says what the service says', async () => {
  const { press, service } = await turnOn(false, 'a');
  service.overtake('PUT', () => service.set(false, ['c']));
  expect(await press()).toMatchObject({
    failed: true,
    text: 'Payments was not turned on. Somebody else changed it just now. Press again.',
  });
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['c'] });
  service.respond('GET', () => refusal(403, 'FORBIDDEN'));
  expect(await press()).toMatchObject({ failed: true });
});

it('plans several at once, each as it is now', async () => {
  const { service } = await turnOn(false, 'a');
  const { routes } = knownRoutes().get();
  const plan = async () => (await planTurnOn(routes)).lines;
  expect(await plan()).toEqual([
    {
      id: routeKey(route),
      label: 'Payments',
      before: { enabled: false, ip_policy_ids: ['a'] },
      after: { enabled: true, ip_policy_ids: ['a'] },
      kind: 'replace',
    },
  ]);
  service.set(true, ['a']);
  expect(await plan()).toMatchObject([{ kind: 'no-change', note: 'Already on' }]);
  service.set(false, []);
  expect(await plan()).toMatchObject([{ kind: 'conflict' }]);
  service.respond('GET', () => refusal(403, 'FORBIDDEN'));
  expect(await plan()).toMatchObject([
    { kind: 'conflict', note: expect.stringMatching(/^Cannot be read: /) },
  ]);
});

it('leaves a protected route alone', async () => {
  const { press, service } = await turnOn(false, 'a');
  setConfig(testConfig({ write_rules: WriteRules.parse({ protected_routes: ['*/route_1'] }) }));
  expect(await press()).toMatchObject({ failed: true });
  expect(service.requests).toEqual([]);
});

it('does not claim what it does not know, nor what the service has not saved', async () => {
  const { press, service } = await turnOn(false, 'a');
  service.respond(
    'PUT',
    () => Response.json({ enabled: false, ip_policies: [{ id: 'a', uri: '' }] }),
    1,
  );
  expect(await press()).toMatchObject({
    failed: true,
    text: 'Payments was not turned on. The service saved something different. Open it and check.',
  });
  service.respond('PUT', () => Promise.reject(new TypeError('Failed to fetch')), 1);
  expect(await press()).toMatchObject({
    failed: true,
    text: expect.stringMatching(/^We do not know if Payments was turned on\. /),
  });
});
