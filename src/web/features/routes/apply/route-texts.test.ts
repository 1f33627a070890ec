// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import {
  describeModule,
  warningsOfModules,
  type ModuleChange,
} from '#web/features/routes/apply/route-texts.ts';

beforeEach(() => setConfig(testConfig()));

const module = (enabled: boolean, ...ip_policy_ids: string[]) => ({ enabled, ip_policy_ids });
const change = (
  label: string,
  before: ModuleChange['before'],
  after: ModuleChange['after'],
): ModuleChange => ({ label, before, after });

describe('a module beside another', () => {
  it('names enforcement, the number, and each policy that the other has not', () => {
    expect(describeModule(module(true, 'a', 'b', 'c'), module(false, 'c', 'x', 'a'))).toEqual([
      { text: 'Enforcement on', differs: true },
      { text: '3 policies', differs: false },
      { text: 'b', differs: true },
    ]);
  });

  it('names no policy where only their order differs, and all where there was none', () => {
    expect(describeModule(module(true, 'a', 'b'), module(true, 'b', 'a'))).toEqual([
      { text: 'Enforcement on', differs: false },
      { text: '2 policies', differs: false },
    ]);
    expect(describeModule(module(true, 'a'), null).map(({ text }) => text)).toEqual([
      'Enforcement on',
      '1 policy',
      'a',
    ]);
  });

  it('does not grow without end', () => {
    const many = module(true, ...Array.from({ length: 500 }, (_, at) => `p${at}`));
    const parts = describeModule(many, null);
    expect(parts).toHaveLength(53);
    expect(parts.at(-1)).toEqual({ text: 'and 450 policies more', differs: true });
  });
});

describe('warnings', () => {
  it('says each risk once for all routes', () => {
    const warnings = warningsOfModules([
      change('us-checkout', module(false, 'a'), module(true, 'a')),
      change('us-status', null, module(true, 'a')),
      change('eu-admin', module(true, 'a', 'b', 'c'), module(true, 'a')),
      change('eu-api', module(true, 'b'), module(true, 'a')),
      change('old', module(true, 'a'), module(false, 'a')),
      change('older', module(true, 'a'), null),
    ]);
    expect(warnings).toEqual([
      {
        title: 'Enforcement turns on for 2 routes.',
        text: 'us-checkout has it off now. us-status has no IP restriction now. Addresses that no policy allows lose access there.',
      },
      {
        title: 'Enforcement turns off for 2 routes.',
        text: 'older loses its IP restriction. No IP address is checked there any more.',
      },
      {
        title: 'You could lock people out of 2 routes.',
        text: 'b and 1 other policy are removed while enforcement is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.',
      },
    ]);
  });

  it('asks for a consent before an empty list is enforced', () => {
    const warnings = warningsOfModules([change('eu', module(false), module(true))]);
    expect(warnings.at(-1)).toMatchObject({
      title: 'Enforced with no policy: 1 route.',
      consent: 'I know the list is empty',
    });
  });

  it('has nothing to say of what is off, or of a policy more', () => {
    expect(
      warningsOfModules([
        change('a', module(false, 'a'), module(false)),
        change('b', module(true, 'a'), module(true, 'a', 'b')),
        change('c', null, module(false)),
      ]),
    ).toEqual([]);
  });

  it('shows what a label or an id hides', () => {
    const [warning] = warningsOfModules([change('eu\u202E', null, module(true, 'a'))]);
    expect(warning?.text).not.toContain('\u202E');
  });
});
