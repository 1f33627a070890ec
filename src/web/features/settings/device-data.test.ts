import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '#bulk/job.ts';
import { deleteDeviceData } from '#web/features/settings/device-data.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { makeChange } from '#web/jobs/jobs.test.helper.ts';
import { journal } from '#web/jobs/journal.ts';
import { preferences, setPreference } from '#web/lib/preferences.ts';

const root = join(import.meta.dirname, '../..');

/** Files that keep something, with the keys that they name. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^test./.test(file))
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

it('goes by the names of all that is kept in the browser', () => {
  const keys = new Set(files.flatMap(({ source }) => keysIn(source)));
  // The database of the journal.
  const others = ['gatehouse'];
  expect([...keys].filter((key) => !key.startsWith('gatehouse.'))).toEqual(others);
  const nameless = files.filter(({ source }) => keysIn(source).length === 0);
  expect(nameless.map(({ file }) => file)).toEqual([]);
});

const job = { id: 'j', status: 'running', total: 1 } as unknown as Job;

beforeEach(async () => {
  currentJob.set(undefined);
  await journal.empty();
  localStorage.clear();
  localStorage.setItem('gatehouse.routes.api.test', '[{"id":"r1"},{"id":"r2"}]');
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  localStorage.setItem('gatehouse.signed-out', '5');
  localStorage.setItem('gatehouse.stay-signed-in', 'yes');
  localStorage.setItem('of-another-app', 'x');
});

it('deletes it at once, and nothing else', async () => {
  setPreference({ density: 'compact' });
  await journal.saveJob('a', job);
  await journal.addChange('a', makeChange());
  await deleteDeviceData();
  expect(await journal.job('a')).toBeUndefined();
  expect(await journal.changes('a')).toEqual([]);
  expect(preferences.get().density).toBe('normal');
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'gatehouse.signed-out',
    'gatehouse.stay-signed-in',
    'of-another-app',
  ]);
});

it('deletes the rest where the browser refuses the journal, and says so', async () => {
  vi.spyOn(journal, 'empty').mockRejectedValueOnce(new Error('Refused.'));
  await expect(deleteDeviceData()).rejects.toThrow('Refused.');
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'gatehouse.signed-out',
    'gatehouse.stay-signed-in',
    'of-another-app',
  ]);
});

it('deletes what the page and the journal hold where the browser refuses the other storage', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  setPreference({ density: 'compact' });
  await journal.saveJob('a', job);
  await deleteDeviceData();
  expect(preferences.get().density).toBe('normal');
  expect(await journal.job('a')).toBeUndefined();
  vi.restoreAllMocks();
});
