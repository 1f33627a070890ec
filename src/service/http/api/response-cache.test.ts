import { expect, it } from 'vitest';
import { createResponseCache } from '#service/http/api/response-cache.ts';

const response = (text: string) => ({ bytes: Buffer.from(text) });

it('gives a response back until something is written', () => {
  let revision = 1;
  const cache = createResponseCache(() => revision);
  expect(cache.get('/a')).toBeUndefined();
  cache.set('/a', response('one'), 1);
  expect(cache.get('/a')).toEqual(response('one'));
  expect(cache.get('/a?limit=1')).toBeUndefined();
  revision = 2;
  expect(cache.get('/a')).toBeUndefined();
  // It was made before a write.
  cache.set('/a', response('old'), 1);
  expect(cache.get('/a')).toBeUndefined();
});

it('caches nothing where the revision is not known', () => {
  const cache = createResponseCache(() => undefined);
  cache.get('/a');
  cache.set('/a', response('one'), undefined);
  expect(cache.get('/a')).toBeUndefined();
});

it('holds no more than a bounded length', () => {
  const cache = createResponseCache(() => 1);
  cache.get('/');
  const large = { bytes: Buffer.from('x'.repeat(1024 * 1024)) };
  for (let i = 0; i < 100; i += 1) cache.set(`/${i}`, large, 1);
  const kept = Array.from({ length: 100 }, (_, i) => cache.get(`/${i}`)).filter(Boolean);
  expect(kept.length).toBeLessThanOrEqual(32);
  expect(cache.get('/99')).toBe(large);
  // Small ones count with their addresses and with what an entry takes.
  for (let i = 0; i < 40_000; i += 1) cache.set(`/small/${i}`.padEnd(500), response(''), 1);
  expect([cache.get('/99'), cache.get('/small/0'.padEnd(500))]).toEqual([undefined, undefined]);
});
