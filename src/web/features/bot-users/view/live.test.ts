import { expect, it, vi } from 'vitest';
import { inSlices, runSliced } from '#web/features/bot-users/view/live.ts';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';

function* steps(count: number, seen: number[] = []): Generator<void, string> {
  for (let step = 0; step < count; step++) {
    seen.push(step);
    yield;
  }
  return 'done';
}

it('is done in the same moment when the first slice is enough', () => {
  const hand = createHandSlices({ first: 5, next: 2 });
  const done = vi.fn<(result: string) => void>();
  runSliced(steps(4), done, hand.slices);
  expect(done).toHaveBeenCalledExactlyOnceWith('done');
  expect(hand.waiting()).toBe(false);
});

it('lets others go first after each slice', () => {
  const hand = createHandSlices({ first: 5, next: 2 });
  const done = vi.fn<(result: string) => void>();
  const seen: number[] = [];
  runSliced(steps(9, seen), done, hand.slices);
  expect(seen).toHaveLength(5);
  hand.goOn();
  expect(seen).toHaveLength(7);
  expect(done).not.toHaveBeenCalled();
  hand.goOn();
  hand.goOn();
  expect(seen).toHaveLength(9);
  expect(done).toHaveBeenCalledOnce();
});

it('stops where it is when it is dropped', () => {
  const hand = createHandSlices({ first: 1, next: 1 });
  const done = vi.fn<(result: string) => void>();
  const seen: number[] = [];
  const drop = runSliced(steps(3, seen), done, hand.slices);
  drop();
  hand.finish();
  expect(seen).toEqual([0]);
  expect(done).not.toHaveBeenCalled();
});

/** No machine takes them in one slice: work that is not interrupted ends here, before the other task. */
const MOST_STEPS = 10_000_000;

it('comes back to the page between two slices', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('another task'), 0);
  const ended = new Promise<void>((resolve) => {
    function* busy(): Generator<void, void> {
      for (let step = 0; order.length === 0 && step < MOST_STEPS; step++) yield;
    }
    runSliced(
      busy(),
      () => {
        order.push('work');
        resolve();
      },
      inSlices,
    );
  });
  expect(order).toEqual([]);
  await ended;
  expect(order).toEqual(['another task', 'work']);
});
