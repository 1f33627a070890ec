// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import {
  describe as partsOf,
  warningsOfMany,
  type RouteChange,
} from '#web/features/routes/plan-words.ts';

beforeEach(() => setConfig(testConfig()));

const given = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const change = (
  label: string,
  before: RouteChange['before'],
  after: RouteChange['after'],
): RouteChange => ({ label, before, after });

describe('one side beside another', () => {
  it('names on or off, the number, and each policy that the other has not', () => {
    expect(partsOf(given(true, 'a', 'b', 'c'), given(false, 'c', 'x', 'a'))).toEqual([
      { text: 'On', differs: true },
      { text: '3 policies', differs: false },
      { text: 'b', differs: true },
    ]);
  });

  it('names no policy where only their order differs, and all where there was none', () => {
    expect(partsOf(given(true, 'a', 'b'), given(true, 'b', 'a'))).toEqual([
      { text: 'On', differs: false },
      { text: '2 policies', differs: false },
    ]);
    expect(partsOf(given(true, 'a'), null).map(({ text }) => text)).toEqual([
      'On',
      '1 policy',
      'a',
    ]);
  });

  it('does not grow without end', () => {
    const many = given(true, ...Array.from({ length: 500 }, (_, at) => `p${at}`));
    const parts = partsOf(many, null);
    expect(parts).toHaveLength(53);
    expect(parts.at(-1)).toEqual({ text: 'and 450 policies more', differs: true });
  });
});

describe('warnings', () => {
  it('says each risk once for all routes', () => {
    const warnings = warningsOfMany([
      change('us-checkout', given(false, 'a'), given(true, 'a')),
      change('us-status', null, given(true, 'a')),
      change('eu-admin', given(true, 'a', 'b', 'c'), given(true, 'a')),
      change('eu-api', given(true, 'b'), given(true, 'a')),
      change('old', given(true, 'a'), given(false, 'a')),
      change('older', given(true, 'a'), null),
    ]);
    expect(warnings).toEqual([
      {
        title: 'IP restriction turns on for 2 routes.',
        text: 'us-checkout has it off now. us-status has no IP restriction now. Addresses that no policy allows lose access there.',
      },
      {
        title: 'IP restriction turns off for 2 routes.',
        text: 'older loses its IP restriction. No IP address is checked there any more.',
      },
      {
        title: 'You could lock people out of 2 routes.',
        text: 'b and 1 other policy are removed where the IP restriction is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.',
      },
    ]);
  });

  it('asks for a consent before an empty list is enforced', () => {
    const warnings = warningsOfMany([change('eu', given(false), given(true))]);
    expect(warnings.at(-1)).toMatchObject({
      title: 'On without a policy: 1 route.',
      consent: 'I know the list is empty',
    });
  });

  it('has nothing to say of what is off, or of a policy more', () => {
    expect(
      warningsOfMany([
        change('a', given(false, 'a'), given(false)),
        change('b', given(true, 'a'), given(true, 'a', 'b')),
        change('c', null, given(false)),
      ]),
    ).toEqual([]);
  });

  it('shows what a label or an id hides', () => {
    const [warning] = warningsOfMany([change('eu\u202E', null, given(true, 'a'))]);
    expect(warning?.text).not.toContain('\u202E');
  });
});
