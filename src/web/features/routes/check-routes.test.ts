import { expect, it } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { checkRoutes } from '#web/features/routes/check-routes.ts';

const routes = Array.from({ length: 10 }, (_, index) => ({ edge_id: 'e', id: `r${index}` }));
const refusal = (status: number) => new ApiError('', { kind: 'status', status, fields: {} });
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

it('reads every route once, four at a time', async () => {
  let running = 0;
  let most = 0;
  const read: string[] = [];
  const progress: number[] = [];
  const result = await checkRoutes({
    routes,
    signal: new AbortController().signal,
    onProgress: (checked) => progress.push(checked),
    read: async ({ id }) => {
      most = Math.max(most, ++running);
      read.push(id);
      await turn();
      running -= 1;
    },
  });
  expect(result).toEqual({ checked: 10 });
  expect(read.toSorted()).toEqual(routes.map(({ id }) => id));
  expect([most, progress.at(-1)]).toEqual([4, 10]);
});

it.each([refusal(429), refusal(401), new ApiError('', { kind: 'network' })])(
  'stops at %j and sends nothing more',
  async (error) => {
    let sent = 0;
    const result = await checkRoutes({
      routes,
      signal: new AbortController().signal,
      onProgress: () => {},
      read: async ({ id }) => {
        sent += 1;
        await turn();
        if (id === 'r0') throw error;
      },
    });
    expect(result).toEqual({ checked: 3, stoppedBy: error });
    expect(sent).toBe(4);
  },
);

it('goes on after a failure that is about one route', async () => {
  const result = await checkRoutes({
    routes,
    signal: new AbortController().signal,
    onProgress: () => {},
    read: () => Promise.reject(refusal(403)),
  });
  expect(result).toEqual({ checked: 10 });
});

it('ends when it is aborted', async () => {
  const controller = new AbortController();
  const result = await checkRoutes({
    routes,
    signal: controller.signal,
    onProgress: () => controller.abort(),
    read: turn,
  });
  expect(result.checked).toBeLessThanOrEqual(4);
});
