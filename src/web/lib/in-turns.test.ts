import { expect, it } from 'vitest';
import { inTurns } from '#web/lib/in-turns.ts';

it('runs no more at a time, in the order they came, also after a failure', async () => {
  const turn = inTurns(2);
  const ends: Array<{ resolve: () => void; reject: (error: Error) => void }> = [];
  const begun: number[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    turn(() => {
      begun.push(number);
      return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    }).catch(() => 'failed'),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('No'));
  await all[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.resolve();
  await all[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.resolve();
  ends[3]?.resolve();
  expect(await Promise.all(all)).toEqual([undefined, 'failed', undefined, undefined]);
  expect(await turn(async () => 'later')).toBe('later');
});

it('begins nothing more once it has ended', async () => {
  const end = new AbortController();
  const turn = inTurns(1, end.signal);
  const first = turn(async () => end.abort('over'));
  await expect(turn(async () => 'begun')).rejects.toBe('over');
  await first;
});
