import { expect, it } from 'vitest';
import { createAnswerCache } from '#service/http/api/answer-cache.ts';

const answer = (text: string) => ({ text, path: '/' });

it('gives an answer back until something is written', () => {
  let revision = 1;
  const cache = createAnswerCache(() => revision);
  expect(cache.get('/a')).toBeUndefined();
  cache.set('/a', answer('one'), 1);
  expect(cache.get('/a')).toEqual(answer('one'));
  expect(cache.get('/a?limit=1')).toBeUndefined();
  revision = 2;
  expect(cache.get('/a')).toBeUndefined();
});

it('takes no answer that was made before a write', () => {
  let revision = 1;
  const cache = createAnswerCache(() => revision);
  cache.get('/a');
  revision = 2;
  cache.set('/a', answer('old'), 1);
  expect(cache.get('/a')).toBeUndefined();
});

it('keeps nothing where other processes write', () => {
  const cache = createAnswerCache(() => undefined);
  cache.get('/a');
  cache.set('/a', answer('one'), undefined);
  expect(cache.get('/a')).toBeUndefined();
});

it('holds no more than a bounded length', () => {
  const cache = createAnswerCache(() => 1);
  cache.get('/');
  const large = { text: 'x'.repeat(1024 * 1024), path: '/' };
  for (let i = 0; i < 100; i += 1) cache.set(`/${i}`, large, 1);
  const kept = Array.from({ length: 100 }, (_, i) => cache.get(`/${i}`)).filter(Boolean);
  expect(kept).toHaveLength(32);
  expect(cache.get('/99')).toBe(large);
});
