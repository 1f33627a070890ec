import { expect, it } from 'vitest';
import type { Plan } from '#bulk/job.ts';
import { openList } from '#web/features/bot-users/list.test.helper.ts';
import {
  chosenFrom,
  planActive,
  planDeletion,
  planRename,
} from '#web/features/bot-users/plan-lines.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { headingOf } from '#web/jobs/plan.ts';
import { makeBotUser, makeBotUsers } from '#web/test/fake-service.ts';
import '#web/test/session.ts';

const bots = [makeBotUser(1), makeBotUser(2, { active: false }), makeBotUser(3)];
const chosen = { bots, readAt: 5 };
const taken = new Set(['name 1', 'name 2', 'name 3', 'name 9']);
const linesOf = ({ lines }: Plan) => lines.map(({ kind, note }) => note ?? kind);

it('a plan says what is to change, and counts only that', () => {
  expect(planActive(chosen, false)).toMatchObject({ plannedAt: 5, target: 'bot-user' });
  expect(headingOf(planActive(chosen, false))).toBe('set 2 bot users inactive');
  expect(linesOf(planActive(chosen, false))).toEqual(['set-inactive', 'no-change', 'set-inactive']);
  expect(headingOf(planActive(chosen, true))).toBe('set 1 bot user active');
  const all = planDeletion(chosen).lines.map(({ id, before, after }) => [id, before, after]);
  expect(all).toEqual(bots.map(({ id, name, active }) => [id, { name, active }, null]));
});

it.each([
  ['as it is', () => ' name 1 ', 'no-change'],
  ['without a letter', () => ' ', 'The new name is empty'],
  ['as long as can be', () => '😀'.repeat(255), 'rename'],
])('a plan tells what is wrong with a new name: %s', (_what, rename, expected) => {
  expect(linesOf(planRename({ ...chosen, bots: bots.slice(0, 1) }, rename, taken))).toEqual([
    expected,
  ]);
});

it('a plan gives no name twice', () => {
  const twice = 'Another line of this plan has this name';
  const rename = (name: string) => (name === 'name 3' ? 'other' : 'same');
  expect(linesOf(planRename(chosen, rename, taken))).toEqual([twice, twice, 'rename']);
  expect(headingOf(planRename(chosen, rename, taken))).toBe('rename 1 bot user');
  // The blanks are the service's, and no new name.
  const kept = { ...chosen, bots: [makeBotUser(4, { name: ' kept ' })] };
  expect(linesOf(planRename(kept, (name) => name, taken))).toEqual(['no-change']);
});

it('a plan takes what is loaded, and when the oldest of it was read', async () => {
  await openList({ botUsers: makeBotUsers(4) });
  const [first, second] = makeBotUsers(2).map(({ id }) => id);
  const found = chosenFrom(new Set(['unknown', second ?? '', first ?? '']));
  expect(found.bots.map(({ id }) => id)).toEqual([first, second]);
  expect(found.readAt).toBe(loadedPages()[0]?.readAt);
});
