import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { settingKeys, settingName } from '#service/settings-table.ts';
import { readSettings } from '#service/settings.ts';

it('has a default where a setting is missing or empty', () => {
  const defaults = readSettings({});
  expect(defaults).toMatchObject({
    dataDir: resolve('.data'),
    demo: true,
    logLevel: process.stderr.isTTY ? 'warn' : 'info',
  });
  const empty = Object.fromEntries(settingKeys.map((key) => [settingName(key), ' ']));
  expect(readSettings(empty)).toEqual(defaults);
});

it('knows ngrok by its name: one thing to set, and the rest can still be set', () => {
  expect(readSettings({ UPSTREAM_URL: 'ngrok' })).toMatchObject({
    upstreamUrl: new URL('https://api.ngrok.com'),
    versionHeader: 'Ngrok-Version',
    version: '2',
    rateLimit: 120,
  });
  expect(readSettings({ UPSTREAM_URL: 'ngrok', RATE_LIMIT: 'OFF' }).rateLimit).toBe(null);
});

it.each([
  [false, { DATABASE_URL: 'postgres://me:secret@db.example/gatehouse' }],
  [false, { PUBLIC_URL: 'https://gate.example' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '127.example.com' }],
  // Only this machine reaches it.
  [true, { HOST: '127.0.0.2' }],
  [true, { HOST: '::1' }],
  [true, { HOST: 'localhost' }],
])('fills in demonstration data unasked: %j with %o', (isUnasked, texts) => {
  expect(readSettings(texts).demo).toBe(isUnasked);
  expect(readSettings({ ...texts, DEMO: 'on' }).demo).toBe(true);
  expect(readSettings({ ...texts, DEMO: 'off' }).demo).toBe(false);
});

it.each([
  [
    { UPSTREAM_URL: 'ngrok', DATABASE_URL: 'postgres://db.example/gatehouse' },
    /^UPSTREAM_URL and DATABASE_URL exclude each other/,
  ],
  [{ ROUTES_FILE: 'routes.json' }, /^ROUTES_FILE .*UPSTREAM_URL/],
  [{ USER_HEADER: 'X-User' }, /^USER_HEADER and TRUSTED_PROXY belong together/],
])('refuses %o, which do not belong together', (texts, message) => {
  expect(() => readSettings(texts)).toThrow(message);
});

it('takes 40 characters of one line as the name of an instance', () => {
  const name = '😀'.repeat(40);
  expect(readSettings({ INSTANCE_NAME: name }).instanceName).toBe(name);
  expect(() => readSettings({ INSTANCE_NAME: 'a\nb' })).toThrow(String.raw`, not "a\nb": `);
});

it('reads what is set', () => {
  expect(readSettings({ PUBLIC_URL: 'https://Gate.example:8443/' }).publicUrl).toBe(
    'https://gate.example:8443',
  );
  for (const off of ['off', 'OFF', 'false', '0'])
    expect(readSettings({ DEMO: off }).demo).toBe(false);
  for (const on of ['on', 'True', '1']) expect(readSettings({ DEMO: on }).demo).toBe(true);
  // The port of PostgreSQL, as where it is left out.
  const DATABASE_URL = 'postgres://db.example/gatehouse?host=/run&port=';
  expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

it.each([
  ['PORT', '65536'],
  ['HOST', 'http://localhost'],
  ['HOST', '256.1.1.1'],
  ['PUBLIC_URL', 'ftp://gatehouse.example.com'],
  ['PUBLIC_URL', 'https://gatehouse.example.com/base'],
  ['DEMO', 'maybe'],
  ['VERSION_HEADER', 'Service Version'],
  ['VERSION_HEADER', 'Operation-Id'],
  ['VERSION_VALUE', '2 or 3'],
  ['USER_HEADER', 'Authorization'],
  ['TRUSTED_PROXY', 'proxy.example'],
  ['TRUSTED_PROXY', '10.0.0.0/33'],
  ['TRUSTED_PROXY', '10.0.0.0/8/8'],
  ['DATABASE_CONNECTIONS', '0'],
  ['UPSTREAM_URL', 'api.example.com'],
  ['UPSTREAM_URL', 'https://api.example.com?key=1'],
  ['UPSTREAM_URL', 'https://api.exa\r\nmple.com'],
  ['RATE_LIMIT', '0'],
  ['REQUESTS_AT_ONCE', '100'],
  ['IDLE_MINUTES', '2'],
  ['SESSION_HOURS', '25'],
  ['INSTANCE_NAME', 'x'.repeat(41)],
  ['INSTANCE_COLOUR', 'pink'],
  ['MAX_CONNECTIONS', 'many'],
  ['PROTECTED_ROUTES', 'a,,b'],
  ['FIRST_API_KEY', 'secret with blanks, and long enough'],
  ['FIRST_API_KEY', 'secret-of-23-characters'],
  ['DATABASE_URL', 'secret with blanks'],
  ['DATABASE_URL', 'postgres://me:secret@127.0.0.1/data?port=99999'],
  ['PUBLIC_URL', 'https://user:secret@gatehouse.example.com'],
])('refuses %s=%s in one sentence that names it and repeats no secret', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^(?!.*secret)The setting ${name} must be .*: change it and start again\\.$`),
  );
});
