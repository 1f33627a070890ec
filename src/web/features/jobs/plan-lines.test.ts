import { describe, expect, it } from 'vitest';
import {
  leaveOut,
  linesShown,
  requestsOf,
  withoutDeletions,
  withRefusals,
} from '#web/features/jobs/plan-lines.ts';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import type { JobTarget, LineKind, Plan, PlanLine, State } from '#web/jobs/job.ts';

const kindsOf = ({ lines }: typeof plan) => lines.map(({ kind }) => kind);

describe('the lines that are shown', () => {
  const placesOf = (kind: LineKind | 'all', text: string, of = plan, target = createTarget()) =>
    linesShown(of, target, { kind, text }).map(({ at }) => at);

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

  it('are found by what they hold, also where that is not said of them', () => {
    const module = (...ip_policy_ids: string[]) => ({ enabled: true, ip_policy_ids });
    const line = (id: string, before: State, after: State): PlanLine => ({
      id,
      label: id,
      before,
      after,
      kind: 'replace',
    });
    const routes: Plan = {
      ...plan,
      target: 'route',
      lines: [
        line('r1', module('ipp_1'), module('ipp_1', 'ipp_2')),
        line('r2', module(), module('ipp_2')),
      ],
    };
    const target: JobTarget = {
      ...createTarget(),
      describe: (state) => [
        { text: `${(state['ip_policy_ids'] as string[]).length} policies`, differs: true },
        { text: 'Office', id: 'ipp_2', differs: true },
      ],
      idText: (id) => `edge_${id} route_${id}`,
    };
    expect(placesOf('all', 'ipp_1', routes, target)).toEqual([0]);
    expect(placesOf('all', 'office', routes, target)).toEqual([0, 1]);
    expect(placesOf('all', 'route_r2', routes, target)).toEqual([1]);
    expect(placesOf('all', '0 policies', routes, target)).toEqual([1]);
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
