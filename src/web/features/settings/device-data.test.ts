// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  deleteDeviceData,
  JOURNAL,
  KEPT,
  PASSING,
  readDeviceData,
  toFile,
  unfinishedJobs,
} from '#web/features/settings/device-data.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import type { Job, JobState } from '#web/jobs/job.ts';
import { journal } from '#web/jobs/journal.ts';
import { preferences, setPreference } from '#web/lib/preferences.ts';
import { session } from '#web/session/session.ts';

const KEY = 'key_abcdefghijklmnopqrstuvwx';
const root = join(import.meta.dirname, '../..');

/** Files that keep something, with the keys that they name. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .filter((file) => !/settings.device-data\.ts$|lib.device-storage\.ts$/.test(file))
  .map((file) => ({
    file: file.replaceAll('\\', '/'),
    // Channels keep nothing.
    source: readFileSync(join(root, file), 'utf8').replaceAll(/new BroadcastChannel\([^)]*/g, ''),
  }))
  .filter(({ source }) =>
    /createDeviceValue\(|createDeviceValue<|[a-z]Storage\b|openDB|indexedDB|document\.cookie|caches\./.test(
      source,
    ),
  );
const keysIn = (source: string) =>
  [...source.matchAll(/['`]((?:gatehouse|mantine-)[\w.-]*)/g)].map(([, key = '']) => key);

it('knows every key that is kept in the browser', () => {
  // Mantine keeps the colour scheme itself.
  const own = KEPT.map(({ key }) => key).filter((key) => !key.startsWith('mantine-'));
  const known = [...own, ...PASSING, JOURNAL];
  // Locks.
  const others = ['gatehouse-job'];
  const keys = new Set(files.flatMap(({ source }) => keysIn(source)));
  expect([...keys].filter((key) => !others.includes(key)).toSorted()).toEqual(known.toSorted());
});

it('knows every file that keeps something without naming its key', () => {
  const nameless = files.filter(({ source }) => keysIn(source).length === 0);
  // They pass a storage on, or get their key from another file.
  expect(nameless.map(({ file }) => file).toSorted()).toEqual([]);
});

const job = { id: 'j', status: 'running', total: 1, label: KEY } as unknown as Job;

beforeEach(async () => {
  currentJob.set(undefined);
  await journal.empty();
  localStorage.clear();
  localStorage.setItem('gatehouse.routes.api.test', '[{"id":"r1"},{"id":"r2"}]');
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  localStorage.setItem('gatehouse.signed-out', '5');
  localStorage.setItem('of-another-app', 'x');
});

it('tells what is kept, and how much', async () => {
  await journal.setPlan('a', {
    target: 'bot-user',
    heading: '',
    lines: [],
    plannedAt: 1,
  });
  const { stored } = await readDeviceData();
  expect(stored).toEqual([
    {
      label: 'Known routes',
      service: 'api.test',
      entries: 2,
    },
    { label: 'Colour scheme', service: '', entries: undefined },
    { label: 'Open plans', service: '', entries: 1 },
  ]);
});

it('exports all of it as one file, the key never', async () => {
  session.signIn(KEY, true);
  await journal.saveJob('a', job);
  localStorage.setItem('gatehouse.routes.api.test', JSON.stringify([{ id: 'r1', label: KEY }]));
  const file = toFile(await readDeviceData(), new Date(0));
  expect(JSON.parse(file)).toMatchObject({
    exported_at: '1970-01-01T00:00:00.000Z',
    storage: {
      'gatehouse.routes.api.test': [{ id: 'r1' }],
      'mantine-color-scheme-value': 'dark',
    },
    journal: { jobs: [{ id: 'j' }] },
  });
  expect(file).not.toContain(KEY.slice(0, 12));
  session.end('signed-out');
});

it('deletes it at once, and nothing else', async () => {
  setPreference({ density: 'compact' });
  await journal.addChange('a', {
    target: 'bot-user',
    at: 1,
    id: 'b',
    label: 'b',
    before: null,
    after: { name: 'b' },
  });
  expect(await deleteDeviceData()).toBeUndefined();
  expect(await readDeviceData()).toMatchObject({ stored: [] });
  expect(preferences.get().density).toBe('normal');
  expect(Object.keys(localStorage).toSorted()).toEqual(['gatehouse.signed-out', 'of-another-app']);
});

it('deletes nothing while a job is not finished', async () => {
  currentJob.set({ ...job } as unknown as JobState);
  expect(await deleteDeviceData()).toBe('A job is not finished. Stop it first.');
  expect((await readDeviceData()).stored).toHaveLength(2);
});

it('says how many jobs of other keys are not finished', async () => {
  await journal.saveJob('other', job);
  await journal.saveJob('another', { ...job, status: 'finished' });
  expect(unfinishedJobs(await readDeviceData())).toBe(1);
});
