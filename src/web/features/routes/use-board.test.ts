import { expect, it } from 'vitest';
import { createKnownRoutes } from '#web/features/routes/known-routes.ts';
import { filterRoutes } from '#web/features/routes/use-board.ts';
import { makeRoute } from '#web/test/fake-service.ts';

it('the text finds a label in any case, however its accents are made up', () => {
  const known = createKnownRoutes('here');
  known.add([{ ...makeRoute('a'), label: 'Zu\u0308rich' }]);
  const { routes } = known.get();
  for (const text of [' Z\u00dcR', 'zu\u0308']) expect(filterRoutes(routes, text)).toHaveLength(1);
});
