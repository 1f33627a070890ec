// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  addPolicies,
  apply,
  closePage,
  conflictDialog,
  EDITOR,
  enforceSwitch,
  getByRole,
  isShown,
  openPage,
  policies,
  press,
  queryByRole,
  receipt,
  review,
  reviewDialog,
  textOf,
} from '#web/features/routes/routes-pages.test.helper.tsx';

const open = async (enabled: boolean, ...ip_policy_ids: string[]) =>
  (await openPage(EDITOR, { enabled, ip_policy_ids })).service;

const version = (name: string) => textOf('region', new RegExp(`^${name}`), conflictDialog());

afterEach(closePage);

it('shows a change that came between review and apply, and the next one as well', async () => {
  const service = await open(true, 'a');
  await addPolicies('b');
  await review();
  service.overtake('PUT', () => service.set(true, ['a', 'c']));
  await apply();
  expect(version('Now')).toContain('c');
  expect(version('Yours')).toContain('b');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'c'] });
  await press('button', 'Keep editing');
  expect(policies()[1]).toContain('b');

  await review();
  service.overtake('PUT', () => service.set(false, ['c']));
  await press('button', 'Apply mine');
  expect(textOf('alert', undefined, conflictDialog())).toContain('This is how it is now.');
  expect(version('Now')).toContain('Enforcement off');
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['c'] });

  await press('button', 'Apply mine');
  expect(receipt()).toContain('IP restriction applied to Payments.');
  expect(conflictDialog()).toBeUndefined();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
  expect(new Set(service.writes).size).toBe(3);
});

it('does not make the same change again that someone else made a moment before', async () => {
  const service = await open(true, 'a');
  await press(...enforceSwitch);
  await review();
  service.overtake('PUT', () => service.set(false, ['a']));
  await apply();
  expect(isShown('the same change was made elsewhere.')).toBe(true);
  expect(reviewDialog()).toBeUndefined();
});

it('removes a module that was changed in the meantime only after another look', async () => {
  const service = await open(true, 'a');
  await press('button', 'Remove module…');
  const dialog = getByRole('alertdialog', 'Remove IP restriction from Payments?');
  expect(textOf('list', 'Policies taken off', dialog)).toBe('a');
  service.overtake('DELETE', () => service.set(false, ['a', 'b']));
  await press('button', 'Remove module');
  expect(textOf('alert', undefined, dialog)).toContain('This is how it is now.');
  expect(textOf('list', 'Policies taken off', dialog)).toBe('ab');
  expect(queryByRole('button', 'Turn enforcement off instead')).toBeUndefined();
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a', 'b'] });

  await press('button', 'Remove module');
  expect(isShown('No IP restriction on this route')).toBe(true);
  expect(service.module).toBeNull();
});

it('does not replace unseen what someone else added first', async () => {
  const service = await open(true, 'a');
  await press('button', 'Remove module…');
  await press('button', 'Remove module');
  await press('button', 'Add IP restriction');
  await addPolicies('a');
  await review();
  service.overtake('PUT', () => service.set(true, ['b']));
  await apply();
  expect(version('Loaded')).toContain('No IP restriction');
  expect(version('Now')).toContain('b');
  await press('button', 'Apply mine');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
  expect(service.writes).toEqual(['DELETE "1"', 'PUT *', expect.stringMatching(/^PUT "\d+"$/)]);
});

it('lets a change pass where a tag is shown and refused', async () => {
  const service = await open(true, 'a');
  // A proxy that packs responses does this: it writes tags that the service behind it has never given.
  service.respond('GET', (real) => {
    const response = real();
    response.headers.set('etag', '"1-gzip"');
    return response;
  });
  await press(...enforceSwitch);
  await review();
  await apply();
  expect(textOf('alert', undefined, reviewDialog())).toContain('but nothing differs.');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a'] });
  await apply();
  expect(receipt()).toContain('IP restriction applied to Payments.');
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a'] });
  expect(service.writes).toEqual(['PUT "1-gzip"', 'PUT']);
});
