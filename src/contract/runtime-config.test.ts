import { expect, it } from 'vitest';
import { RuntimeConfig } from '#contract/runtime-config.ts';

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
  expect(RuntimeConfig.safeParse({ service_host: 'x', ...part }).success).toBe(false);
});

it('fills in what the write rules leave out, and drops what earlier versions had', () => {
  const write_rules = { no_delete: true, protected_routes: ['shop'] };
  const config = { service_host: 'x', write_rules, routes: [] };
  expect(RuntimeConfig.parse(config).write_rules).toEqual({
    no_delete: true,
    changes_per_job: null,
  });
});
