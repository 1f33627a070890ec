import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '#web/api/query-client.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { readRestriction, writeRestriction } from '#web/features/routes/queries.ts';
import { useReadRoutes } from '#web/features/routes/use-reading.ts';
import {
  makeRestriction,
  makeRoute,
  refuse,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import '#web/test/session.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';

const ids = { edge_id: 'edge_1', id: 'a' };

const renderReading = () =>
  renderHook(useReadRoutes, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <AnnounceRegion />
        {children}
      </QueryClientProvider>
    ),
  });

it('tells once that the service asks to wait, of all reads that are under way', async () => {
  const service = startFakeService();
  service.fail('GET /edges', () => refuse(429, {}, { 'retry-after': '90' }));
  knownRoutes().add(['a', 'b', 'c', 'd'].map((id) => ({ ...makeRoute(id), label: id })));
  const { result } = renderReading();
  const told: string[] = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) told.push(textContent ?? '');
  }).observe(document.body, { childList: true, subtree: true });
  await act(async () => {
    const reading = result.current.read(knownRoutes().get().routes);
    await waitFor(() => expect(service.sent('GET /edges')).toHaveLength(4));
    await waitFor(() => expect(told).not.toEqual([]));
    await new Promise((resolve) => setTimeout(resolve, 50)); // the others would be told as well
    result.current.cancel();
    await reading;
  });
  expect(told).toEqual([expect.stringContaining('Checking then goes on.')]);
});

it('reads again for a plan what was changed from here since a reading that was cancelled', async () => {
  const service = startFakeService({
    restrictions: { [restrictionPath('a')]: makeRestriction(true, 'ipp_1') },
  });
  knownRoutes().add(['a', 'b'].map((id) => ({ ...makeRoute(id), label: id })));
  const { result } = renderReading();
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
