import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readAnswer, refusalOf } from '#client/answer.ts';
import { beginOf } from '#client/begin-of.ts';
import { failureOf } from '#client/api-error.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const MB = 1024 * 1024;
const keptBy = (made: () => unknown): number => {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 20 }, made);
  collect();
  return kept.length && process.memoryUsage().heapUsed - before;
};

it('is the text itself where that is short, else its begin', () => {
  expect(beginOf('abc', 3)).toBe('abc');
  expect(beginOf('abcd', 3)).toBe('abc');
});

it('keeps nothing of a long text but its begin, also in what a refusal says', () => {
  const long = () => JSON.stringify({ msg: 'x'.repeat(2 * MB) });
  expect(keptBy(() => beginOf(long(), 300))).toBeLessThan(MB);
  const refusal = () => {
    const text = long();
    const answer = readAnswer(new Response(null, { status: 500 }), text, (shown) => shown);
    return failureOf(refusalOf(answer));
  };
  expect(keptBy(refusal)).toBeLessThan(2 * MB);
});
