import { expect, it } from 'vitest';
import { RuntimeConfig } from '#contract/runtime-config.ts';

const documented = {
  service_host: 'api.example.com',
  api_base: '/api',
  version_header: 'Service-Version',
  version: '2',
  limits: { requests_per_minute: 120, requests_at_once: 4 },
  idle_minutes: 30,
  session_hours: 8,
  instance: null,
  inventory_base: '/inventory',
  history: false,
  demonstration: false,
  write_rules: null,
};

it('takes what the service sends as it is', () => {
  expect(RuntimeConfig.parse(documented)).toEqual(documented);
});

it.each([
  { service_host: undefined },
  { api_base: '//x' },
  { api_base: '/a/' },
  { api_base: 'https://user@x' },
  { api_base: '\\x' },
  { version_header: 'a b' },
  { version: '' },
  { limits: { requests_per_minute: 0, requests_at_once: 1 } },
  { idle_minutes: 1e9 },
  { session_hours: 0 },
  { inventory_base: '/a?b' },
])('refuses %o', (part) => {
  expect(RuntimeConfig.safeParse({ ...documented, ...part }).success).toBe(false);
});

it('fills in what the write rules leave out, and drops rules of an earlier version', () => {
  const write_rules = { no_delete: true, protected_routes: ['shop'] };
  expect(RuntimeConfig.parse({ service_host: 'x', write_rules }).write_rules).toEqual({
    no_delete: true,
    changes_per_job: null,
  });
});
