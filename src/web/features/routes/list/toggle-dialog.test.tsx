// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { WriteRules } from '#contract/write-rules.ts';
import { noticeNoRight } from '#web/api/access.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { writeFaults, type Fault } from '#web/features/routes/bad-responses.test.helper.ts';
import {
  allByRole,
  closePage,
  getByRole,
  isShown,
  KEY,
  openPage,
  pass,
  press,
  queryByRole,
  receipt,
  refusal,
  textOf,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';

async function open(...module: [enabled: boolean, ...ip_policy_ids: string[]] | []) {
  const [enabled, ...ip_policy_ids] = module;
  const page = enabled === undefined ? null : { enabled, ip_policy_ids };
  return (await openPage('/routes', page)).service;
}

const dialog = () => getByRole('alertdialog');
const alert = () => textOf('alert', undefined, dialog());
const rows = () => allByRole('row').map(({ textContent }) => textContent);

async function choose(item: string) {
  await press('button', 'Actions for Payments');
  await press('menuitem', item);
}

afterEach(closePage);

it('is not offered for a protected route, whose row says why; nor is its module changed', async () => {
  const service = await open(true, 'a');
  setConfig(testConfig({ write_rules: WriteRules.parse({ protected_routes: ['*/route_1'] }) }));
  await pass(1000);
  await press('button', 'Check all again');
  expect(rows()[1]).toBe('Protected by the operator.');
  await press('button', 'Actions for Payments');
  const item = getByRole('menuitem', 'Turn enforcement off…');
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Protected by the operator.',
  );
  await press('menuitem', 'Open');
  const remove = getByRole('button', 'Remove module…');
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await press('button', 'Remove module…');
  await press('switch', 'Enforce IP restriction');
  expect(getByRole('button', 'Review changes').getAttribute('aria-disabled')).toBe('true');
  await press('button', 'Review changes');
  expect(document.querySelector('dialog')).toBeNull();
  expect(service.writes).toEqual([]);
});

it('cannot be confirmed once the key can only read', async () => {
  const service = await open(true, 'a');
  await choose('Turn enforcement off…');
  await act(async () => noticeNoRight());
  await press('button', 'Turn off');
  expect(getByRole('button', 'Turn off').getAttribute('aria-disabled')).toBe('true');
  expect(dialog().textContent).toContain('This key can only read.');
  expect(service.writes).toEqual([]);
});

it('turns enforcement off with the policies that the module has now, and on by Undo', async () => {
  const service = await open(true, 'a');
  expect(rows()[0]).toContain('Ona');
  service.set(true, ['a', 'b']); // by somebody else, after the list was read

  await choose('Turn enforcement off…');
  expect(dialog().textContent).toContain('Turn enforcement off for Payments?');
  expect(textOf('list', 'Policies kept', dialog())).toBe('ab');
  await press('button', 'Turn off');
  expect(receipt()).toContain('Enforcement is now off for Payments.');
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a', 'b'] });
  expect(rows()[0]).toContain('Off');

  await press('button', 'Undo');
  expect(dialog().textContent).toContain('Turn enforcement on for Payments?');
  await press('button', 'Turn on');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
  expect(document.activeElement).toBe(getByRole('button', 'Actions for Payments'));
});

it('shows the list that came in between, and asks again', async () => {
  const service = await open(true, 'a');
  await choose('Turn enforcement off…');
  expect(textOf('list', 'Policies kept', dialog())).toBe('a');
  service.overtake('PUT', () => service.set(true, ['a', 'b']));
  await press('button', 'Turn off');
  expect(alert()).toContain('This is how it is now.');
  expect(textOf('list', 'Policies kept', dialog())).toBe('ab');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });

  await press('button', 'Turn off');
  expect(receipt()).toContain('Enforcement is now off for Payments.');
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a', 'b'] });
});

it('has nothing to do where the module is so already', async () => {
  const service = await open(true, 'a');
  service.set(false, ['a']); // by somebody else, after the list was read
  await choose('Turn enforcement off…');
  expect(textOf('status', undefined, dialog())).toBe('Enforcement is already off.');
  expect(queryByRole('button', 'Turn off')).toBeUndefined();
});

it('leads to the editor where the route has no module', async () => {
  await open();
  await choose('Turn enforcement on…');
  expect(textOf('status', undefined, dialog())).toContain('This route has no IP restriction');
  await press('button', 'Open the editor');
  expect(isShown('No IP restriction on this route')).toBe(true);
});

it('changes nothing when the module cannot be read, and reads again', async () => {
  const service = await open(true, 'a');
  service.respond('GET', () => refusal(403, 'FORBIDDEN'));
  await choose('Turn enforcement off…');
  expect(alert()).toContain('The module could not be read.');
  expect(alert()).toContain('Nothing was changed.');
  service.heal();
  await press('button', 'Read again');
  await press('button', 'Turn off');
  expect(service.module?.enabled).toBe(false);
});

it('asks for consent before it enforces an empty list', async () => {
  const service = await open(false);
  await choose('Turn enforcement on…');
  expect(dialog().textContent).toContain('The list of policies is empty.');
  await press('button', 'Turn on');
  expect(isShown('Tick this to apply an empty list')).toBe(true);
  expect(service.writes).toEqual([]);
  await press('checkbox', 'I know the list is empty');
  await press('button', 'Turn on');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: [] });
});

async function turnOffBadly(fault: Fault | undefined) {
  const service = await open(true, 'a');
  await choose('Turn enforcement off…');
  if (fault) service.respond('PUT', fault.respond);
  await press('button', 'Turn off');
  expect(alert()).toContain('We do not know if this was applied.');
  expect(queryByRole('button', 'Turn off')).toBeUndefined();
  service.heal();
  await press('button', 'Check now');
  expect(service.writes).toHaveLength(1);
  return service;
}

it('turns enforcement off again after a change without a response was not made', async () => {
  const service = await turnOffBadly(writeFaults['no response']);
  await press('button', 'Turn off');
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a'] });
});

it('sees that a change whose response could not be read was made', async () => {
  const service = await turnOffBadly(writeFaults['nothing']);
  expect(isShown('Enforcement is already off.')).toBe(true);
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a'] });
  // As after any other change that was made from here.
  expect(knownRoutes().get().routes[0]?.former).toMatchObject({ enabled: true });
});

it('keeps until when the route is off, and shows nothing to choose where it is turned on', async () => {
  const service = await open(true, 'a');
  await choose('Turn enforcement off…');
  await press('button', '4 h');
  await press('button', 'Turn off');
  const until = () => knownRoutes().get().routes[0]?.off_until;
  expect(until()).toBeGreaterThan(Date.now() + 3.9 * 3_600_000);
  await choose('Turn enforcement on…');
  expect(queryByRole('textbox', 'Until')).toBeUndefined();
  await press('button', 'Turn on');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
  expect(until()).toBeUndefined();
});

it('renames a route, and back by Undo', async () => {
  await open();
  await choose('Rename');
  await type('Label', 'Billing');
  await press('button', 'Rename route');
  expect(receipt()).toContain('Payments is now called Billing.');
  expect(rows()[0]).toContain('Billing');
  await press('button', 'Undo');
  expect(rows()[0]).toContain('Payments');
});

it('keeps no API key as a label', async () => {
  await open();
  await choose('Rename');
  await type('Label', `of ${KEY}`);
  await press('button', 'Rename route');
  expect(isShown('This is your API key: take it out.')).toBe(true);
  expect(JSON.stringify(localStorage)).not.toContain(KEY);
  await type('Label', 'Billing');
  await press('button', 'Rename route');
  expect(rows()[0]).toContain('Billing');
});

it('takes a route off the list, and back by Undo', async () => {
  await open();
  await choose('Remove from list');
  expect(rows()).toEqual([]);
  expect(receipt()).toContain('The route itself is unchanged.');
  await press('button', 'Undo');
  expect(rows()[0]).toContain('Payments');
});
