import { expect, it } from 'vitest';
import type { JobTarget, PlanLine, State } from '#bulk/job.ts';
import { createSearch } from '#web/features/jobs/plan-table.tsx';
import { createTarget, plan } from '#web/features/jobs/plan.test.helper.ts';
import { TARGET_WORDS } from '#web/features/jobs/texts.ts';
import { makeItem } from '#web/jobs/jobs.test.helper.ts';

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

it('the lines that change nothing come last', () => {
  const lines = [...plan.lines].toReversed();
  expect(placesOf('', lines)).toEqual([1, 2, 3, 0]);
});

it('a route whose policies are only added to is not said to have them replaced', () => {
  const line: PlanLine = { id: 'e/r', label: 'r', before: {}, after: {}, kind: 'replace' };
  const search = createSearch(createTarget(), TARGET_WORDS.route.kinds);
  expect([search([line], 'replace'), search([line], 'change')]).toEqual([[], [0]]);
});

it.each([
  ['Zu\u0308rich', 'z\u00fcr'],
  ['Z\u00fcrich', 'zu\u0308r'],
])(
  'the lines that are shown may have accents that are made up in another way: %s',
  (label, text) => {
    expect(placesOf(text, [{ ...makeItem(1), label, kind: 'rename' }])).toEqual([0]);
  },
);

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
