import { expect, it } from 'vitest';
import { emptyRoute, joinRoutes } from '#web/features/routes/known-route.ts';
import { rowNames } from '#web/features/routes/row-names.ts';

it('tells routes with the same label apart by the end of their id', () => {
  const routes = joinRoutes(
    [
      emptyRoute('e', 'edghtsrt_000001', 'checkout'),
      emptyRoute('e', 'edghtsrt_000002', 'checkout'),
      emptyRoute('e', 'edghtsrt_000003', 'admin'),
    ],
    [],
  );
  expect([...rowNames(routes).values()]).toEqual([
    'checkout (000001)',
    'checkout (000002)',
    'admin',
  ]);
});
