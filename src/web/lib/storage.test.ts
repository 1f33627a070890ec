// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { storageOrMemory } from '#web/lib/storage.ts';

it('keeps in the browser what the browser keeps', () => {
  const real = new Storage();
  const storage = storageOrMemory(() => real);
  storage.setItem('a', '1');
  expect(real.getItem('a')).toBe('1');
  expect(storage.getItem('a')).toBe('1');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});

it('goes on in memory where the browser blocks it', () => {
  const storage = storageOrMemory(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(storage.getItem('a')).toBeNull();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});

it('goes on in memory where there is no room', () => {
  const full = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const storage = storageOrMemory(() => full);
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
});
