// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it } from 'vitest';
import {
  addPolicies,
  apply,
  closePage,
  EDITOR,
  openPage,
  press,
  review,
} from '#web/features/routes/routes-pages.test.helper.tsx';

// In a file of its own: a page that has met tags once asks for them.

afterEach(closePage);

it('sends a service without tags the requests that it always got', async () => {
  const module = { enabled: true, ip_policy_ids: ['a'] };
  const { service } = await openPage(EDITOR, module, { isTagged: false });
  await addPolicies('b');
  service.set(true, ['a', 'c']);
  await review();
  await press('button', 'Apply mine');
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });

  await press('button', 'Remove module…');
  await press('button', 'Remove module');
  await press('button', 'Undo');
  await apply();
  expect(service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
  expect(service.writes).toEqual(['PUT', 'DELETE', 'PUT']);
});
