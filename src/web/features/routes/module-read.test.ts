import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { ENTITY_TAG } from '#contract/endpoint.ts';
import {
  changedText,
  isSameModule,
  lastCheckOf,
  lastCheckOfError,
  moduleReadOf,
  moduleReadOfError,
  moduleText,
  type ModuleRead,
} from '#web/features/routes/module-read.ts';

const refusal = (status: number, code?: string) =>
  new ApiError('', { kind: 'status', status, fields: {}, ...(code !== undefined && { code }) });
const failure = (given: ApiFailure) => new ApiError('', given);

it.each([
  ['EDGE_NOT_FOUND', { kind: 'no-route', module: null, missing: 'edge' }],
  ['ROUTE_NOT_FOUND', { kind: 'no-route', module: null, missing: 'route' }],
  ['MODULE_NOT_FOUND', { kind: 'none', module: null, routeExists: true }],
  ['ERR_222', { kind: 'none', module: null, routeExists: false }],
  [undefined, { kind: 'none', module: null, routeExists: false }],
])('reads a 404 with code %s', (code, read) => {
  expect(moduleReadOfError(refusal(404, code), 1)).toEqual({ ...read, read_at: 1 });
});

it('takes no other failure for a read', () => {
  expect(moduleReadOfError(refusal(403), 1)).toBeUndefined();
  expect(moduleReadOfError(new Error('x'), 1)).toBeUndefined();
  // Of a proxy that knows no routes: read as "no module", a protected route would stand there as open.
  const webPage = { kind: 'status', status: 404, fields: {}, isWebPage: true } as const;
  expect(moduleReadOfError(failure(webPage), 1)).toBeUndefined();
  expect(lastCheckOfError(failure(webPage), 1)).toEqual({ state: 'failed', read_at: 1 });
});

it('drops repeated policies of a response', () => {
  const ref = { id: 'a', uri: '' };
  const read = moduleReadOf({ enabled: true, ip_policies: [ref, ref] }, 1);
  expect(read).toEqual({
    kind: 'module',
    module: { enabled: true, ip_policy_ids: ['a'] },
    read_at: 1,
  });
  expect(lastCheckOf(read)).toEqual({
    state: 'module',
    enabled: true,
    ip_policy_ids: ['a'],
    read_at: 1,
  });
});

it('takes the tag of a response, and no field of its body', () => {
  const result = { enabled: true, ip_policies: [], etag: '"body"' };
  expect(moduleReadOf(result, 1).condition).toBeUndefined();
  Object.assign(result, { [ENTITY_TAG]: '"1"' });
  expect(moduleReadOf(result, 1).condition).toEqual({ ifMatch: '"1"' });
});

it('learns about the route only from responses about the route', () => {
  expect(lastCheckOfError(refusal(403), 1)?.state).toBe('forbidden');
  expect(lastCheckOfError(refusal(401, 'ERR_X_635'), 1)?.state).toBe('forbidden');
  for (const code of ['ERR_X_205', 'ERR_X_220', 'ERR_X_247'])
    expect(lastCheckOfError(refusal(403, code), 1)).toBeUndefined();
  expect(lastCheckOfError(refusal(500), 1)?.state).toBe('failed');
  expect(lastCheckOfError(failure({ kind: 'shape', issues: [] }), 1)?.state).toBe('failed');
  expect(lastCheckOfError(refusal(429), 1)).toBeUndefined();
  expect(lastCheckOfError(failure({ kind: 'network' }), 1)).toBeUndefined();
  expect(lastCheckOfError(failure({ kind: 'timeout', afterMs: 1 }), 1)).toBeUndefined();
});

const read = (enabled: boolean, ifMatch?: string): ModuleRead => ({
  kind: 'module',
  module: { enabled, ip_policy_ids: ['a'] },
  read_at: 1,
  ...(ifMatch !== undefined && { condition: { ifMatch } }),
});

it.each([
  ['another module', read(false, '"2"'), 'This is how it is now.'],
  [
    'no module',
    { kind: 'none', module: null, routeExists: true, read_at: 1 } as const,
    'This is how it is now.',
  ],
  ['an equal one under another tag', read(true, '"2"'), 'changed back.'],
  ['the same one, without a tag to ask for', read(true), 'but nothing differs.'],
])('says what to think of %s after a refusal', (_, now, text) => {
  expect(changedText(read(true, '"1"'), now)).toContain(text);
});

const ip_policy_ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const module = fc.record({ enabled: fc.boolean(), ip_policy_ids });

it('compares modules without regard to order or repeats', () => {
  fc.assert(
    fc.property(module, fc.boolean(), (one, flip) => {
      const other = {
        enabled: one.enabled !== flip,
        ip_policy_ids: [...one.ip_policy_ids, ...one.ip_policy_ids].toReversed(),
      };
      expect(isSameModule(one, other)).toBe(!flip);
      expect(isSameModule(one, { ...one, ip_policy_ids: [...one.ip_policy_ids, 'other'] })).toBe(
        false,
      );
      expect(isSameModule(one, null)).toBe(false);
    }),
  );
});

it('says what a module is in a few words', () => {
  expect(moduleText({ enabled: true, ip_policy_ids: ['a', 'b', 'c'] })).toBe(
    'enforcement on, 3 policies',
  );
});
