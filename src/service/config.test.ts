import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '#service/config.ts';

it('has a default for every setting, also for an empty one', () => {
  const defaults = {
    port: 4300,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    publicUrl: undefined,
    firstApiKey: undefined,
    demo: true,
    versionHeader: 'Service-Version',
  };
  expect(readSettings({})).toEqual(defaults);
  expect(readSettings({ PORT: '', PUBLIC_URL: ' ', DEMO: '', FIRST_API_KEY: '' })).toEqual(
    defaults,
  );
});

it('reads what is set', () => {
  expect(readSettings({ PUBLIC_URL: 'https://Gate.example:8443/' }).publicUrl).toBe(
    'https://gate.example:8443',
  );
  for (const off of ['off', 'OFF', 'false', '0'])
    expect(readSettings({ DEMO: off }).demo).toBe(false);
  for (const on of ['on', 'True', '1']) expect(readSettings({ DEMO: on }).demo).toBe(true);
  expect(readSettings({ HOST: '::1', PORT: '0' })).toMatchObject({ host: '::1', port: 0 });
});

it.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'http://localhost'],
  ['PUBLIC_URL', 'gatehouse.example.com'],
  ['PUBLIC_URL', 'ftp://gatehouse.example.com'],
  ['PUBLIC_URL', 'https://gatehouse.example.com/base'],
  ['PUBLIC_URL', 'https://user:word@gatehouse.example.com'],
  ['DEMO', 'maybe'],
  ['VERSION_HEADER', 'Service Version'],
])('refuses %s=%s in one sentence that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^The setting ${name} must be .*: change it and start again\\.$`),
  );
});

it('does not repeat a key that it refuses', () => {
  expect(() => readSettings({ FIRST_API_KEY: 'secret with blanks' })).toThrow(/^(?!.*secret)/);
});
