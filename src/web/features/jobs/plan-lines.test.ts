import { expect, it } from 'vitest';
import type { JobTarget, PlanLine, State } from '#bulk/job.ts';
import {
  createSearch,
  kindsText,
  requestsOf,
  withoutDeletions,
} from '#web/features/jobs/plan-lines.ts';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import { TARGET_WORDS } from '#web/features/jobs/texts.ts';

const { kinds } = TARGET_WORDS['bot-user'];

const placesOf = (text: string, lines = plan.lines, target = createTarget()) =>
  createSearch(target, kinds)(lines, text);

it.each([
  ['', [0, 1, 2, 3]],
  [' EU ', [0, 2]],
  ['us-renamed', [1]],
  ['BOT_1', [1]],
  ['ot_1', []],
  ['set inactive', [0]],
  ['no change', [3]],
] as const)('the lines that are shown have a text, or are of a kind: %j', (text, expected) => {
  expect(placesOf(text)).toEqual(expected);
});

it('the lines that are shown may have accents that are made up in another way', () => {
  const line: PlanLine = {
    id: 'bot_1',
    label: 'Zu\u0308rich',
    before: null,
    after: null,
    kind: 'create',
  };
  expect(placesOf('z\u00fcr', [line])).toEqual([0]);
});

it('the lines that are shown are found by what they hold, also where that is not said of them', () => {
  const module = (...ip_policy_ids: string[]) => ({ enabled: true, ip_policy_ids });
  const line = (id: string, before: State, after: State): PlanLine => {
    return { id, label: id, before, after, kind: 'replace' };
  };
  const routes = [
    line('r1', module('ipp_1'), module('ipp_1', 'ipp_2')),
    line('r2', module(), module('ipp_2')),
  ];
  const target: JobTarget = {
    ...createTarget(),
    describe: (state) => [
      { text: `${(state['ip_policy_ids'] as string[]).length} policies`, differs: true },
      { text: 'Office', id: 'ipp_2', differs: true },
    ],
    idText: (id) => `edge_${id} route_${id}`,
  };
  expect(placesOf('ipp_1', routes, target)).toEqual([0]);
  expect(placesOf('office', routes, target)).toEqual([0, 1]);
  expect(placesOf('route_r2', routes, target)).toEqual([1]);
  expect(placesOf('0 policies', routes, target)).toEqual([1]);
});

it('counts what it takes, also a look before what has no way back', () => {
  expect(requestsOf(plan, createTarget())).toEqual({ most: 5, isExact: false });
  const switches = { ...plan, lines: plan.lines.slice(0, 1) };
  expect(requestsOf(switches, createTarget())).toEqual({ most: 1, isExact: true });
});

it('says how many there are of each kind, where there are several', () => {
  const text = 'Set inactive: 1, Rename: 1, Delete: 1, No change: 1';
  expect(kindsText(plan.lines, kinds)).toBe(text);
  expect(kindsText(plan.lines.slice(0, 1), kinds)).toBe('');
});

it('keeps the way back in place of deleting', () => {
  const softer = withoutDeletions(plan, createTarget());
  const softerKinds = softer.lines.map(({ kind }) => kind);
  expect(softerKinds).toEqual(['set-inactive', 'rename', 'set-inactive', 'no-change']);
  expect(softer.lines[2]?.after).toEqual({ name: 'eu-old', active: false });
});
