// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { toListFile } from '#web/features/routes/add/list-file.ts';
import { planRoutes } from '#web/features/routes/add/plan-routes.ts';
import { readRoutes } from '#web/features/routes/add/read-routes.ts';
import { joinRoutes } from '#web/features/routes/join-routes.ts';
import { emptyRoute } from '#web/features/routes/kept-route.ts';

const known = joinRoutes(
  [{ ...emptyRoute('e', 'r1', 'One'), pinned: true }, emptyRoute('e', 'r2')],
  [{ label: 'Common', edge_id: 'e', id: 's' }],
);

it('brings every route of an exported list to an empty one', () => {
  const read = readRoutes(toListFile(known, 'api.example.test'), []);
  expect(read).toMatchObject({ service_host: 'api.example.test', unreadable: [] });
  expect(planRoutes(read, new Map()).added).toEqual([
    { edge_id: 'e', id: 'r1', label: 'One', pinned: true },
    { edge_id: 'e', id: 's', label: 'Common' },
    { edge_id: 'e', id: 'r2', label: '' },
  ]);
});
