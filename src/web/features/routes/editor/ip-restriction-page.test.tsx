// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import { WriteRules } from '#contract/write-rules.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import {
  addPolicies,
  apply,
  closePage,
  conflictDialog,
  EDITOR,
  enforceSwitch,
  getByRole,
  isChecked,
  isShown,
  openPage,
  pass,
  policies,
  press,
  queryByRole,
  receipt,
  review,
  reviewDialog,
  textOf,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { knownRoutes } from '#web/features/routes/known-routes.ts';

const open = (enabled: boolean, ...ip_policy_ids: string[]) =>
  openPage(EDITOR, { enabled, ip_policy_ids });

afterEach(closePage);

it('shows the module that the route has, and records it on the list of routes', async () => {
  await open(true, 'a', 'b');
  expect(policies()).toEqual(['a', 'b']);
  expect(isChecked(...enforceSwitch)).toBe(true);
  expect(isShown('2 IP policies, read')).toBe(true);
  expect(knownRoutes().get().routes[0]).toMatchObject({
    name: 'Payments',
    last_check: { state: 'module', enabled: true, ip_policy_ids: ['a', 'b'] },
  });
});

it('says which part of the address does not exist', async () => {
  await openPage('/edges/edge_1/routes/other/ip-restriction', null);
  expect(textOf('alert')).toContain('The edge edge_1 has no route other.');
});

it('gives a route its first module: the focus goes to the field, and the form begins enforced', async () => {
  const { service } = await openPage(EDITOR, null);
  await press('button', 'Add IP restriction');
  expect(document.activeElement).toBe(getByRole('textbox', 'Add IP policy ids'));
  expect(isChecked(...enforceSwitch)).toBe(true);
  await addPolicies('a, "b" a');
  await review();
  expect(reviewDialog()?.textContent).toContain('Enforcement turns on.');
  expect(reviewDialog()?.textContent).toContain('After this: enforcement on, 2 policies.');
  await apply();
  expect(receipt()).toContain('IP restriction applied to Payments.');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

it('strikes a policy through until it is applied, and puts it back', async () => {
  const { service } = await open(true, 'a', 'b');
  await press('button', 'Remove a');
  expect(policies()[0]).toContain('Removed');
  await press('button', 'Put back a');
  expect(document.activeElement).toBe(getByRole('button', 'Remove a'));

  await press('button', 'Remove a');
  await review();
  expect(reviewDialog()?.textContent).toContain('You could lock people out.');
  await press('button', 'Keep editing');
  expect(reviewDialog()).toBeUndefined();
  await review();
  await apply();
  expect(policies()).toEqual(['b']);
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['b'] });
});

it('asks for consent before it enforces an empty list', async () => {
  const { service } = await open(true, 'a');
  await press('button', 'Remove a');
  await review();
  expect(reviewDialog()?.textContent).toContain('Enforced with no policy.');
  await apply();
  expect(isShown('Tick this to apply an empty list')).toBe(true);
  expect(document.activeElement).toBe(getByRole('checkbox', 'I know the list is empty'));
  expect(service.writes).toEqual([]);
  await press('checkbox', 'I know the list is empty');
  await apply();
  expect(reviewDialog()).toBeUndefined();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: [] });
});

it('drops repeats, and leaves in the field what is no id', async () => {
  await open(true, 'a');
  await addPolicies('a b');
  expect(isShown('Added 1. 1 was already in the list.')).toBe(true);
  await addPolicies('ipp_a?b');
  expect(isShown('‘ipp_a?b’ does not look like an id')).toBe(true);
  expect(getByRole('textbox', 'Add IP policy ids')).toHaveProperty('value', 'ipp_a?b');
  expect(policies()).toHaveLength(2);
});

it('names the policy that the service does not know, and keeps the list', async () => {
  const { service } = await open(true, 'a');
  service.unknownPolicies.add('x');
  await addPolicies('x');
  await review();
  await apply();
  expect(reviewDialog()).toBeUndefined();
  expect(policies()[1]).toContain('There is no IP policy with this id');
  expect(queryByRole('link', 'x: There is no IP policy with this id')).toBeDefined();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
});

it('offers the way back as a review of the former module', async () => {
  const { service } = await open(true, 'a', 'b');
  await press(...enforceSwitch);
  expect(service.writes).toEqual([]);
  await review();
  expect(reviewDialog()?.textContent).toContain('Enforcement turns off.');
  await apply();
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a', 'b'] });
  await press('button', 'Undo');
  expect(reviewDialog()?.textContent).toContain('Enforcement turns on.');
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

it('removes the module only after the dialog, and brings it back by Undo', async () => {
  const { service } = await open(true, 'a');
  await press('button', 'Remove module…');
  await press('button', 'Cancel');
  expect(isChecked(...enforceSwitch)).toBe(true);
  await press('button', 'Remove module…');
  await press('button', 'Remove module');
  expect(isShown('No IP restriction on this route')).toBe(true);
  expect(document.activeElement).toBe(getByRole('button', 'Add IP restriction'));
  expect(service.module).toBeNull();
  await press('button', 'Undo');
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
});

it('puts back a removed module later, by a review of what was there', async () => {
  const { service, navigate } = await open(true, 'a', 'b');
  await press('button', 'Remove module…');
  await press('button', 'Remove module');
  await navigate('/elsewhere');
  await navigate(EDITOR);
  await pass(0);
  expect(isShown('2 policies removed ')).toBe(true);
  await press('button', 'Put back 2 policies');
  expect(reviewDialog()?.textContent).toContain('After this: enforcement on, 2 policies.');
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
  expect(knownRoutes().get().routes[0]?.former).toBeUndefined();
});

it('keeps what was replaced, and puts it back over what came since only after a look', async () => {
  const { service } = await open(true, 'a');
  await addPolicies('b');
  await review();
  await apply();
  service.set(true, ['b', 'c']);
  await press('button', 'Put back this version…');
  expect(conflictDialog()?.textContent).toContain('They removed a and added c; you removed b.');
  await press('button', 'Apply merged');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['c'] });
});

it('asks until when enforcement is to be off, reminds of it and turns it on by one press', async () => {
  const { service } = await open(true, 'a');
  await press(...enforceSwitch);
  await review();
  await press('button', '1 h');
  await apply();
  expect(isShown('Off until ')).toBe(true);
  await pass(3_600_000);
  await pass(60_000);
  expect(isShown('Off past its time')).toBe(true);
  service.set(false, ['a', 'c']);
  await press('button', 'Turn on now');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'c'] });
  expect(receipt()).toContain('Enforcement is on again for Payments.');
  expect(isShown('Off past its time')).toBe(false);
  expect(knownRoutes().get().routes[0]?.off_until).toBeUndefined();
});

it('takes no end that is over', async () => {
  const { service } = await open(true, 'a');
  await press(...enforceSwitch);
  await review();
  await type('Until', '2020-01-01T09:00');
  await apply();
  expect(isShown('This time is over.')).toBe(true);
  expect(service.writes).toEqual([]);
});

it('does not turn off without an end where half of one was typed', async () => {
  const { service } = await open(true, 'a');
  await press(...enforceSwitch);
  await review();
  const field = getByRole('textbox', 'Until');
  // A date and no time: the browser gives no text for it.
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true });
  await apply();
  expect(isShown('This time is not complete.')).toBe(true);
  expect(service.writes).toEqual([]);
});

it('puts back what a removal without a response has taken', async () => {
  const { service, navigate } = await open(true, 'a');
  service.respond(
    'DELETE',
    (real) => {
      real();
      return Promise.reject(new TypeError('Failed to fetch'));
    },
    1,
  );
  await press('button', 'Remove module…');
  await press('button', 'Remove module');
  expect(isShown('We do not know if this was removed.')).toBe(true);
  await navigate('/elsewhere');
  await pass(0);
  await navigate(EDITOR);
  await pass(0);
  await press('button', 'Put back 1 policy');
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
});

it('promises no way back to “no module” where nothing may be removed', async () => {
  await openPage(EDITOR, null);
  setConfig(testConfig({ write_rules: WriteRules.parse({ no_delete: true }) }));
  await press('button', 'Add IP restriction');
  await addPolicies('a');
  await review();
  expect(queryByRole('checkbox', 'Confirm within 2 minutes')).toBeUndefined();
  await apply();
  await addPolicies('b');
  await review();
  expect(queryByRole('checkbox', 'Confirm within 2 minutes')).toBeDefined();
});

it('turns enforcement off in place of a removal', async () => {
  const { service } = await open(true, 'a');
  await press('button', 'Remove module…');
  await press('button', 'Turn enforcement off instead');
  expect(reviewDialog()?.textContent).toContain('Enforcement turns off.');
  await apply();
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a'] });
});

it('asks before a change is lost by leaving or by reading again', async () => {
  const { service } = await open(true, 'a');
  await press(...enforceSwitch);
  await press('button', 'Reload');
  expect(queryByRole('alertdialog', 'Discard unsaved changes?')).toBeDefined();
  await press('button', 'Keep editing');
  expect(isChecked(...enforceSwitch)).toBe(false);
  service.set(true, ['a', 'b']);
  await press('button', 'Reload');
  await press('button', 'Discard changes', getByRole('alertdialog'));
  expect(policies()).toEqual(['a', 'b']);
  expect(isChecked(...enforceSwitch)).toBe(true);
});

it('asks before the page is left with a change', async () => {
  const { navigate } = await open(true, 'a');
  await press(...enforceSwitch);
  await navigate('/elsewhere');
  await pass(0);
  expect(queryByRole('alertdialog', 'Discard unsaved changes?')).toBeDefined();
  await press('button', 'Keep editing');
  expect(location.pathname).toBe(EDITOR);
  expect(isChecked(...enforceSwitch)).toBe(false);
});

it('shows what the service saved otherwise than it was sent', async () => {
  const { service } = await open(true, 'a');
  service.respond('PUT', (real) => {
    real();
    service.set(true, ['b']);
    return Response.json({ enabled: true, ip_policies: [{ id: 'b', uri: '' }] });
  });
  await addPolicies('c');
  await review();
  await apply();
  expect(textOf('alert')).toContain(
    'Sent: enforcement on, 2 policies. Saved: enforcement on, 1 policy. Not saved: a, c. Not sent: b.',
  );
  expect(policies()).toEqual(['b']);
});

it('lists what will change, and nothing else', async () => {
  await open(true, 'a', 'b');
  const changes = () => getByRole('region', 'What will change').textContent;
  expect(changes()).toContain('No changes.');
  await press('button', 'Remove a');
  expect(changes()).toContain('Removed: a');
  expect(changes()).not.toContain('Enforce');
  expect(changes()).not.toContain('No changes.');
  await press(...enforceSwitch);
  expect(changes()).toContain('Added: Enforce IP restriction: off');
});

it('shows the module as JSON', async () => {
  await open(true, 'a');
  await press('button', 'More');
  await press('menuitem', 'View as JSON…');
  const json = document.querySelector('pre[aria-label=JSON]')?.textContent;
  expect(JSON.parse(json ?? '')).toEqual({ enabled: true, ip_policy_ids: ['a'] });
  await press('button', 'Close');
  expect(document.activeElement).toBe(getByRole('button', 'More'));
});

it('has nothing to review without a change', async () => {
  await open(true, 'a');
  await review();
  expect(reviewDialog()).toBeUndefined();
  expect(isShown('Nothing to apply.')).toBe(true);
});

it('says that the module could not be read before a review, and keeps the change', async () => {
  const { service } = await open(true, 'a');
  service.respond('GET', () => Response.json({ error_code: 'FORBIDDEN' }, { status: 403 }));
  await type('Add IP policy ids', 'b');
  await review();
  expect(textOf('alert')).toContain('Nothing was sent, and your changes are still here.');
  expect(policies()).toHaveLength(2);
  service.heal();
  await review();
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

/** This person adds the second policy, meanwhile somebody else the third; then the review. */
async function race() {
  const { service } = await open(true, 'a');
  await addPolicies('b');
  service.set(true, ['a', 'c']);
  await review();
  return service;
}

it('takes over a change by someone else', async () => {
  const service = await race();
  expect(conflictDialog()?.textContent).toContain('They added c; you added b.');
  await press('button', 'Keep theirs');
  expect(receipt()).toContain('Kept their version.');
  expect(policies()).toEqual(['a', 'c']);
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'c'] });
  expect(service.writes).toEqual([]);
});

it('overwrites a change by someone else only knowingly', async () => {
  const service = await race();
  await press('button', 'Keep editing');
  expect(policies()[1]).toContain('b');
  await review();
  await press('button', 'Apply mine');
  expect(conflictDialog()).toBeUndefined();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

it('applies both changes at once, and says what mine alone would undo', async () => {
  const service = await race();
  expect(conflictDialog()?.textContent).toContain('undoes their change: removes c.');
  expect(conflictDialog()?.textContent).toContain('keeps both changes: 1 policy added.');
  expect(conflictDialog()?.textContent).toContain(' (differs)');
  await press('button', 'Apply merged');
  expect(conflictDialog()).toBeUndefined();
  expect(receipt()).toContain('IP restriction applied to Payments.');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'c', 'b'] });
});

it('offers no merge where the other side has removed the module', async () => {
  const { service } = await open(true, 'a');
  await addPolicies('b');
  service.module = null;
  await review();
  expect(conflictDialog()?.textContent).toContain('They removed the IP restriction; you added b.');
  expect(queryByRole('button', /^Apply merged/)).toBeUndefined();
  await press('button', 'Apply mine');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
});

it('starts over from what the service has now when a conflict is left and the draft discarded', async () => {
  const service = await race();
  await press('button', 'Keep editing');
  await press('button', 'Discard changes');
  expect(policies()).toEqual(['a', 'c']);
  expect(service.writes).toEqual([]);
});

it('writes each response to the query cache once', async () => {
  const { client } = await open(true, 'a');
  let writes = 0;
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') writes += 1;
  });
  await press(...enforceSwitch);
  await review();
  expect(writes).toBe(1);
  await apply();
  expect(writes).toBe(2);
  await press('button', 'Remove module…');
  expect(writes).toBe(3);
  await press('button', 'Remove module');
  expect(writes).toBe(4);
  stop();
});
