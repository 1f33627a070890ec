import { expect, it, vi } from 'vitest';
import { createDeviceValue, storageOrMemory } from '#web/lib/device-storage.ts';

function storing(content: string) {
  const storage = new Storage();
  storage.setItem('key', content);
  return storage;
}

function setUp(storage = new Storage()) {
  const tabs = new EventTarget() as Window;
  const read = (content: unknown) => (typeof content === 'number' ? content : 0);
  return { value: createDeviceValue('key', read, storage, tabs), tabs };
}

const wrote = (key: string | null) => Object.assign(new Event('storage'), { key });

it('is read when it is first asked for, and not when the page starts', () => {
  const storage = storing('3');
  const getItem = vi.spyOn(storage, 'getItem');
  const { value, tabs } = setUp(storage);
  tabs.dispatchEvent(wrote('key'));
  expect(getItem).not.toHaveBeenCalled();
  expect(value.get()).toBe(3);
  expect(value.get()).toBe(3);
  expect(getItem).toHaveBeenCalledTimes(1);
});

it.each(['{{', '"text"', 'null'])('is as nothing where %s was written', (content) => {
  expect(setUp(storing(content)).value.get()).toBe(0);
});

it('follows the other tabs, and does not overwrite them', () => {
  const storage = new Storage();
  const here = setUp(storage);
  const there = setUp(storage);
  const told = vi.fn<() => void>();
  here.value.subscribe(told);

  there.value.change(() => 5);
  here.tabs.dispatchEvent(wrote('another'));
  expect(told).not.toHaveBeenCalled();
  here.tabs.dispatchEvent(wrote('key'));
  expect(here.value.get()).toBe(5);
  expect(told).toHaveBeenCalledTimes(1);

  there.value.change((before) => before + 1);
  here.value.change((before) => before * 10);
  expect(here.value.get()).toBe(60);

  there.value.change(() => 7);
  here.tabs.dispatchEvent(wrote(null));
  expect(here.value.get()).toBe(7);
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
