import { expect, it, vi } from 'vitest';
import type { TextStorage } from '#web/lib/storage.ts';
import { createDeviceValue } from '#web/lib/device-storage.ts';

function fakeStorage(content?: string): TextStorage {
  const texts = new Map(content === undefined ? [] : [['key', content]]);
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}

function setUp(storage = fakeStorage()) {
  const tabs = new EventTarget() as Window;
  const read = (content: unknown) => (typeof content === 'number' ? content : 0);
  return { value: createDeviceValue({ storage, key: 'key', read, tabs }), tabs };
}

const wrote = (key: string | null) => Object.assign(new Event('storage'), { key });

it('is kept from one visit to the next', () => {
  const storage = fakeStorage();
  setUp(storage).value.change((before) => before + 2);
  expect(setUp(storage).value.state()).toBe(2);
});

it.each(['{{', '"text"', 'null'])('is as nothing where %s was written', (content) => {
  expect(setUp(fakeStorage(content)).value.state()).toBe(0);
});

it('follows the other tabs, and does not overwrite them', () => {
  const storage = fakeStorage();
  const here = setUp(storage);
  const there = setUp(storage);
  const told = vi.fn<() => void>();
  const stop = here.value.subscribe(told);

  there.value.change(() => 5);
  here.tabs.dispatchEvent(wrote('another'));
  expect(told).not.toHaveBeenCalled();
  here.tabs.dispatchEvent(wrote('key'));
  expect(here.value.state()).toBe(5);
  expect(told).toHaveBeenCalledTimes(1);

  there.value.change((before) => before + 1);
  here.value.change((before) => before * 10);
  expect(here.value.state()).toBe(60);

  stop();
  there.value.change(() => 7);
  here.tabs.dispatchEvent(wrote(null));
  expect(here.value.state()).toBe(60);
  here.value.subscribe(() => {});
  expect(here.value.state()).toBe(7);
});
