import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { readRestriction, writeRestriction } from '#web/features/routes/queries.ts';
import { useReadRoutes } from '#web/features/routes/use-reading.ts';
import {
  makeRestriction,
  makeRoute,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import '#web/test/session.ts';

const ids = { edge_id: 'edge_1', id: 'a' };

it('reads again for a plan what was changed from here since a reading that was cancelled', async () => {
  const service = startFakeService({
    restrictions: { [restrictionPath('a')]: makeRestriction(true, 'ipp_1') },
  });
  knownRoutes().add(['a', 'b'].map((id) => ({ ...makeRoute(id), label: id })));
  const { result } = renderHook(useReadRoutes, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  const read = () => result.current.read(knownRoutes().get().routes);
  const held = service.hold(`GET ${restrictionPath('b')}`);
  await act(async () => {
    const first = read();
    await held.next();
    result.current.cancel();
    expect(await first).toBeUndefined();
  });
  await new Promise((resolve) => setTimeout(resolve, 5)); // its time is told apart from that of the read
  const basis = await readRestriction(ids);
  await writeRestriction(ids, { basis, wanted: { enabled: true, ip_policy_ids: ['ipp_2'] } });
  await act(async () => {
    const again = read();
    held.release();
    const a = (await again)?.find(({ label }) => label === 'a');
    expect(a?.read).toMatchObject({ restriction: { ip_policy_ids: ['ipp_2'] } });
  });
});
