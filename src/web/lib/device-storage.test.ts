import { expect, it, vi } from 'vitest';
import { createDeviceValue, storageOrMemory } from '#web/lib/device-storage.ts';

function storing(content: string) {
  const storage = new Storage();
  storage.setItem('key', content);
  return storage;
}

const read = (content: unknown) => (typeof content === 'number' ? content : 0);
const createValue = (storage = new Storage()) => createDeviceValue('key', read, storage);

/** As the browser does in the other tabs. */
const tell = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));

it.each(['{{', '"text"', 'null'])('is as nothing where %s was written', (content) => {
  expect(createValue(storing(content)).get()).toBe(0);
});

it('follows the other tabs, and does not overwrite them', () => {
  const storage = new Storage();
  const here = createValue(storage);
  const there = createValue(storage);
  const told = vi.fn<() => void>();
  here.subscribe(told);

  there.change(() => 5);
  tell('another');
  expect(told).not.toHaveBeenCalled();
  tell('key');
  expect(here.get()).toBe(5);
  expect(told).toHaveBeenCalledTimes(1);

  there.change((before) => before + 1);
  here.change((before) => before * 10);
  expect(here.get()).toBe(60);

  there.change(() => 7);
  tell(null);
  expect(here.get()).toBe(7);
});

it('keeps in the browser what the browser keeps, and goes on in memory where it blocks that', () => {
  const real = new Storage();
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  for (const open of [() => real, blocked]) {
    const storage = storageOrMemory(open);
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
    expect(real.getItem('a')).toBe(open === blocked ? null : '1');
    storage.removeItem('a');
    expect([storage.getItem('a'), real.getItem('a')]).toEqual([null, null]);
  }
});
