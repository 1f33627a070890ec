// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/errors.ts';
import {
  checkRoutes,
  pauseSentence,
  progressSentence,
  resultSentence,
  startSentence,
  type CheckOptions,
} from '#web/features/routes/list/use-check-all.ts';

const routes = Array.from({ length: 10 }, (_, index) => ({ edge_id: 'e', id: `r${index}` }));
const refusal = (status: number, more: { retryAfterMs?: number; code?: string } = {}) =>
  new ApiError('', { kind: 'status', status, fields: {}, ...more });
const respond = () => new Promise((resolve) => setTimeout(resolve, 1));

const checking = (options: Partial<CheckOptions>) =>
  checkRoutes({
    routes,
    read: respond,
    atOnce: 4,
    signal: new AbortController().signal,
    onProgress: () => {},
    onPause: () => {},
    ...options,
  });

afterEach(() => vi.restoreAllMocks());

it('reads every route once, as many at a time as the service lets pass', async () => {
  let running = 0;
  let most = 0;
  const read: string[] = [];
  const progress: number[] = [];
  const result = await checking({
    atOnce: 3,
    onProgress: (checked) => progress.push(checked),
    read: async ({ id }) => {
      most = Math.max(most, ++running);
      read.push(id);
      await respond();
      running -= 1;
    },
  });
  expect(result).toEqual({ checked: 10 });
  expect(read.toSorted()).toEqual(routes.map(({ id }) => id));
  expect([most, progress.at(-1)]).toEqual([3, 10]);
});

it.each([
  refusal(401),
  refusal(403, { code: 'ERR_X_220' }),
  refusal(400, { code: 'ERR_X_218' }),
  new ApiError('', { kind: 'network' }),
])('stops at $failure and sends nothing more', async (error) => {
  let sent = 0;
  const result = await checking({
    read: async ({ id }) => {
      sent += 1;
      await respond();
      if (id === 'r0') throw error;
    },
  });
  expect(result).toEqual({ checked: 3, stoppedBy: error });
  expect(sent).toBe(4);
});

it('reads in the background, and tells how long the service asks to wait', async () => {
  const onPause = vi.fn<(ms: number) => void>();
  const policies = new Set<unknown>();
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  const result = await checking({
    onPause,
    read: async ({ id }, { retry, onWait }) => {
      policies.add(retry);
      if (id !== 'r3') return;
      onWait?.({ for: 'fault', until: 3000 });
      onWait?.({ for: 'limit', until: 21_000 });
      onWait?.(undefined);
    },
  });
  expect(result).toEqual({ checked: 10 });
  expect([...policies]).toEqual(['background']);
  expect(onPause.mock.calls).toEqual([[20_000]]);
});

it('goes on after a failure that is about one route', async () => {
  expect(await checking({ read: () => Promise.reject(refusal(403)) })).toEqual({ checked: 10 });
});

it('ends when it is aborted', async () => {
  const controller = new AbortController();
  const result = await checking({
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  expect(result.checked).toBeLessThanOrEqual(4);
});

it('tells the time only where it is worth planning', () => {
  expect(startSentence(1, 0)).toBe('Checking 1 route…');
  expect(startSentence(1200, 720_000)).toBe('Checking 1,200 routes, about 12 min…');
  expect(progressSentence(300, 1200, 540_000)).toBe('Checked 300 of 1,200, about 9 min left.');
  expect(progressSentence(1190, 1200, 0)).toBe('Checked 1,190 of 1,200.');
});

it('says that a pause ends by itself', () => {
  expect(pauseSentence(29_400)).toBe('The service asks to wait 30 s. Checking then goes on.');
});

it('says what was reached, and why no more', () => {
  expect(resultSentence(6, 6)).toBe('Checked 6 routes.');
  expect(resultSentence(2, 6)).toBe('Stopped after 2 of 6. Earlier results are kept.');
  expect(resultSentence(2, 6, 'You are offline.')).toBe(
    'Stopped after 2 of 6. You are offline. Earlier results are kept.',
  );
});
