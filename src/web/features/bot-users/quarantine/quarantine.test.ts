// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  changeText,
  createQuarantine,
  isUnchanged,
} from '#web/features/bot-users/quarantine/quarantine.ts';
import { bot } from '#web/features/bot-users/view/samples.test.helper.ts';
import { storageOrMemory } from '#web/lib/device-storage.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-23T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** One that is blocked keeps its texts in memory. */
const someStorage = () =>
  storageOrMemory(() => {
    throw new Error('blocked');
  });

function setUp(storage = someStorage()) {
  let account = 'api.test 1';
  const quarantine = createQuarantine({
    storage,
    account: () => account,
    redact: (text) => text.replace('secret', '…'),
  });
  return {
    ...quarantine,
    own: () => quarantine.own(quarantine.all()),
    ids: () => quarantine.own(quarantine.all()).map(({ id }) => id),
    signIn: (next: string) => (account = next),
  };
}

it('keeps until when, with the name of now', () => {
  vi.stubEnv('TZ', 'UTC');
  const quarantine = setUp();
  quarantine.add([bot('old'), bot('a secret')], 7);
  const common = { account: 'api.test 1', since: NOW, dueAt: NOW + 7 * DAY };
  expect(quarantine.own()).toEqual([
    { ...common, id: 'bot_old', name: 'old' },
    { ...common, id: 'bot_a secret', name: 'a …' },
  ]);
});

it.each([
  ['2026-10-20T10:00', 7, '2026-10-27T10:00'], // the clocks go back on the 25th
  ['2026-03-25T02:30', 4, '2026-03-29T03:30'], // there is no 02:30 on that day
  ['2026-12-31T23:59', 365, '2027-12-31T23:59'],
])('is due at the same time of day: %s and %i days', (since, days, dueAt) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.setSystemTime(new Date(since));
  const quarantine = setUp();
  quarantine.add([bot('old')], days);
  expect(quarantine.own()[0]?.dueAt).toBe(new Date(dueAt).getTime());
});

it('begins anew for one that is in it', () => {
  const quarantine = setUp();
  quarantine.add([bot('one'), bot('two')], 1);
  vi.setSystemTime(NOW + DAY);
  quarantine.add([bot('one', { name: 'other' })], 1);
  expect(quarantine.own().map(({ name, since }) => [name, since])).toEqual([
    ['two', NOW],
    ['other', NOW + DAY],
  ]);
});

it('tells accounts apart, of one id too', () => {
  const storage = someStorage();
  const quarantine = setUp(storage);
  quarantine.add([bot('one'), bot('mine')], 1);
  quarantine.signIn('api.test 2');
  expect(quarantine.ids()).toEqual([]);
  quarantine.add([bot('one')], 3);
  quarantine.remove(['bot_one', 'bot_mine']);
  expect(quarantine.ids()).toEqual([]);
  quarantine.signIn('api.test 1');
  expect(quarantine.ids()).toEqual(['bot_one', 'bot_mine']);
  expect(setUp(storage).ids()).toEqual(['bot_one', 'bot_mine']);
});

it('leaves out what another app has written', () => {
  const storage = someStorage();
  const [entry] = (() => {
    const quarantine = setUp();
    quarantine.add([bot('one')], 1);
    return quarantine.own();
  })();
  storage.setItem('gatehouse.quarantine', JSON.stringify([null, { id: 7 }, entry, 'x']));
  expect(setUp(storage).ids()).toEqual(['bot_one']);
  storage.setItem('gatehouse.quarantine', '{"a":1}');
  expect(setUp(storage).ids()).toEqual([]);
});

const entry = { account: '', id: 'bot_old', name: 'old', since: 0, dueAt: 0 };

it.each([
  [undefined, 'Not checked'],
  [null, 'Gone'],
  [{ name: 'old', active: false }, 'Unchanged'],
  [{ name: 'old', active: true }, 'Active'],
  [{ name: 'new', active: false }, 'Renamed to new'],
  [{ name: 'new', active: true }, 'Active, renamed to new'],
])('says of %j what changed', (seen, text) => {
  expect(changeText(entry, seen)).toBe(text);
  expect(isUnchanged(entry, seen)).toBe(text === 'Unchanged');
});
