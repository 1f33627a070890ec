import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  chosenFrom,
  planActive,
  planCreation,
  planDeletion,
  planRename,
} from '#web/features/bot-users/plan-lines.ts';
import { botUserList, loadedPages } from '#web/features/bot-users/queries.ts';
import { isChange, type Plan } from '#web/jobs/job.ts';
import { makeBotUser, makeBotUsers, startFakeService } from '#web/test/fake-service.ts';
import '#web/test/session.ts';

const bots = [makeBotUser(1), makeBotUser(2, { active: false }), makeBotUser(3)];
const chosen = { bots, missing: [], readAt: 5 };
const taken = new Set(['name 1', 'name 2', 'name 3', 'name 9']);
const linesOf = ({ lines }: Plan) => lines.map(({ kind, note }) => note ?? kind);

describe('a plan', () => {
  it('says what is to change, and counts only that', () => {
    expect(planActive(chosen, false)).toMatchObject({
      heading: 'set 2 bot users inactive',
      plannedAt: 5,
      target: 'bot-user',
    });
    expect(linesOf(planActive(chosen, false))).toEqual([
      'set-inactive',
      'no-change',
      'set-inactive',
    ]);
    expect(planActive(chosen, true).heading).toBe('set 1 bot user active');
  });

  it.each([
    ['as it is', () => ' name 1 ', 'no-change'],
    ['without a letter', () => ' ', 'The new name is empty'],
    ['too long', () => '😀'.repeat(256), 'The new name has more than 255 characters'],
    ['as long as can be', () => '😀'.repeat(255), 'rename'],
    ['of another', () => 'name 9', 'Another bot user has this name'],
  ])('tells what is wrong with a new name: %s', (_what, rename, expected) => {
    expect(linesOf(planRename({ ...chosen, bots: bots.slice(0, 1) }, rename, taken))).toEqual([
      expected,
    ]);
  });

  it('gives no name twice', () => {
    const twice = 'Another line of this plan has this name';
    const rename = (name: string) => (name === 'name 3' ? 'other' : 'same');
    expect(linesOf(planRename(chosen, rename, taken))).toEqual([twice, twice, 'rename']);
    expect(linesOf(planCreation(['a', ' a', 'b', 'name 9'], taken))).toEqual([
      twice,
      twice,
      'create',
      'Another bot user has this name',
    ]);
    expect(planRename(chosen, rename, taken).heading).toBe('rename 1 bot user');
    expect(planCreation(['x', 'y'], new Set()).heading).toBe('create 2 bot users');
  });

  it('takes what is loaded, and when the oldest of it was read', async () => {
    startFakeService({ botUsers: makeBotUsers(4) });
    await queryClient.infiniteQuery(botUserList);
    const [first, second] = makeBotUsers(2).map(({ id }) => id);
    const found = chosenFrom(new Set(['unknown', second ?? '', first ?? '']));
    expect(found.bots.map(({ id }) => id)).toEqual([first, second]);
    expect(found.missing).toEqual(['unknown']);
    expect(found.readAt).toBe(loadedPages()[0]?.readAt);
  });
});

const someBots = fc
  .array(fc.record({ name: fc.constantFrom('a', 'b', ' a ', '', 'ab'), active: fc.boolean() }))
  .map((parts) => parts.map((part, at) => makeBotUser(at, part)));

/** What the service has once all that changes is done. */
function apply(loaded: readonly BotUser[], { lines }: Plan) {
  const states = new Map(loaded.map(({ id, name, active }) => [id, { name, active }]));
  const created: unknown[] = [];
  for (const line of lines) {
    const { id, before, after } = line;
    expect(before).toEqual(states.get(id) ?? null);
    if (!isChange(line)) continue;
    if (after === null) states.delete(id);
    else if (before === null) created.push(after);
    else states.set(id, { ...states.get(id), ...after } as { name: string; active: boolean });
  }
  return { states, created };
}

it('makes of any rows what it shows, and nothing of the others', () => {
  fc.assert(
    fc.property(
      someBots,
      fc.boolean(),
      fc.nat(),
      fc.boolean(),
      (loaded, active, from, isDeletion) => {
        const some = { ...chosen, bots: loaded.slice(from % (loaded.length + 1)) };
        const ids = new Set(some.bots.map(({ id }) => id));
        const plan = isDeletion ? planDeletion(some) : planActive(some, active);
        const { states } = apply(loaded, plan);
        for (const { id, ...row } of loaded) {
          const kept = { name: row.name, active: ids.has(id) ? active : row.active };
          expect(states.get(id)).toEqual(isDeletion && ids.has(id) ? undefined : kept);
        }
      },
    ),
  );
});

it('never gives a name that another has, or that it gives twice', () => {
  fc.assert(
    fc.property(someBots, fc.func(fc.constantFrom('a', 'x', 'y', '')), (loaded, rename) => {
      const all = { ...chosen, bots: loaded };
      const names = new Set(loaded.map(({ name }) => name));
      const plans = [
        planRename(all, rename, names),
        planCreation(
          loaded.map(({ name }) => rename(name)),
          names,
        ),
      ];
      for (const plan of plans) {
        const given = plan.lines.filter(isChange).map(({ after }) => after?.name);
        expect(new Set(given).size).toBe(given.length);
        expect(loaded.filter(({ name }) => given.includes(name))).toEqual([]);
        expect(given).not.toContain('');
        apply(loaded, plan);
      }
    }),
  );
});
