import { describe, expect, it } from 'vitest';
import {
  fieldsOf,
  leaveOut,
  linesShown,
  requestsOf,
  withoutDeletions,
  withRefusals,
} from '#web/features/jobs/plan/plan-lines.ts';
import { createTarget, plan } from '#web/features/jobs/plan/plan.test.helper.ts';

const kindsOf = ({ lines }: typeof plan) => lines.map(({ kind }) => kind);

describe('the lines that are shown', () => {
  const placesOf = (...view: [Parameters<typeof linesShown>[1], string]) =>
    linesShown(plan, ...view).map(({ at }) => at);

  it.each([
    ['all', '', [0, 1, 2, 3]],
    ['set-inactive', '', [0]],
    ['all', ' EU ', [0, 2]],
    ['all', 'us-renamed', [1]],
    ['all', 'BOT_1', [1]],
    ['all', 'ot_1', []],
    ['delete', 'us', []],
  ] as const)('are of a kind, and have a text: %s %j', (kind, text, expected) => {
    expect(placesOf(kind, text)).toEqual(expected);
  });
});

it('counts what it takes, also a look before what has no way back', () => {
  expect(requestsOf(plan, createTarget())).toEqual({ most: 5, isExact: false });
  const switches = { ...plan, lines: plan.lines.slice(0, 1) };
  expect(requestsOf(switches, createTarget())).toEqual({ most: 1, isExact: true });
});

it('is called by what is left of it', () => {
  const [first, second] = [leaveOut(plan, 0, true), leaveOut(leaveOut(plan, 0, true), 1, true)];
  expect([first.heading, second.heading]).toEqual(['change 2 bot users', 'delete 1 bot user']);
  expect(leaveOut(second, 0, false).heading).toBe('change 2 bot users');
});

it('asks for nothing that must not be changed from here', () => {
  expect(withRefusals(plan, createTarget())).toBe(plan);
  const refusal = ({ id }: { id: string }) => (id === 'bot_0' ? 'Protected.' : undefined);
  const refused = withRefusals(plan, { ...createTarget(), refusal });
  expect(kindsOf(refused)).toEqual(['conflict', 'rename', 'delete', 'no-change']);
  expect(refused.lines[0]?.note).toBe('Protected.');
  expect(refused.heading).toBe('change 2 bot users');
});

it('keeps the way back in place of deleting', () => {
  const softer = withoutDeletions(plan, createTarget());
  expect(kindsOf(softer)).toEqual(['set-inactive', 'rename', 'set-inactive', 'no-change']);
  expect(softer.lines[2]?.after).toEqual({ name: 'eu-old', active: false });
});

describe('the two sides of a line', () => {
  const texts = (...sides: Parameters<typeof fieldsOf>) =>
    fieldsOf(...sides).map(({ text, differs }) => (differs ? `*${text}` : text));
  const on = { name: 'a', active: true };

  it.each([
    ['a switch', on, { name: 'a', active: false }, ['*Active']],
    ['a rename', on, { name: 'b', active: true }, ['*a']],
    ['a deletion', on, null, ['*Active']],
    ['no change', on, on, ['Active']],
    ['another kind of target', { enabled: true }, null, ['*enabled: true']],
  ])('say what differs, and the name only where it does: %s', (_what, state, other, expected) => {
    expect(texts('a', state, other)).toEqual(expected);
  });
});
