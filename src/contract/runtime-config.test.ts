import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDocumentedConfig, RuntimeConfig } from '#contract/runtime-config.ts';

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
  demonstration: false,
  write_rules: null,
};

it('reads what the service sends without a schema', () => {
  expect(readDocumentedConfig(documented)).toEqual(documented);
});

it.each([{}, { service_host: 'api.example.com' }, { ...documented, more: 1 }, null, 'text'])(
  'leaves %o to the schema',
  (config) => expect(readDocumentedConfig(config)).toBeUndefined(),
);

it('knows no write rules without a word of the operator, and fills in what one leaves out', () => {
  const of = (more: object) => RuntimeConfig().parse({ service_host: 'x', ...more }).write_rules;
  expect(of({})).toBeNull();
  expect(of({ write_rules: { no_delete: true } })).toEqual({
    protected_bot_users: [],
    protected_routes: [],
    arm_first: false,
    no_delete: true,
    changes_per_job: null,
  });
});

it('takes nothing that the schema would not take as it is', () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      '//x',
      '/a/',
      '@x',
      'https://x',
      '\\x',
      -1,
      0,
      1.5,
      1e9,
      NaN,
      {},
      [],
    ),
    fc.constantFrom<unknown>({ requests_per_minute: 0, requests_at_once: 1 }, 'a b', true),
    fc.jsonValue(),
  );
  const names = fc.constantFrom(...Object.keys(documented));
  fc.assert(
    fc.property(names, odd, (name, value) => {
      const config = { ...documented, [name]: value };
      const read = readDocumentedConfig(config);
      expect(read ?? true).toEqual(read ? RuntimeConfig().safeParse(config).data : true);
    }),
  );
});
