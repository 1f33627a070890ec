import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDesiredFile } from '#bulk/desired-file.ts';
import type { PlanLine } from '#bulk/job.ts';
import { holds } from '#bulk/make-change.ts';
import { planBotUsers, planRoutes } from '#bulk/plan-file.ts';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { routeKey } from '#bulk/route-ids.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { fileText } from '#web/features/bot-users/export-file.ts';

const bot = (id: string, name: string, active = true): BotUser => {
  return { id, name, active, uri: `https://a.test/${id}`, created_at: '2026-01-01T00:00:00Z' };
};

async function plan(text: string, rows: readonly BotUser[], deletesMissing = false) {
  const file = await readDesiredFile(text);
  if (file.target !== 'bot-user') throw new Error('These are routes');
  return planBotUsers(file.list, rows, { deletesMissing });
}

/** `create a`, `no-change bot_1`; of a conflict `Line 2: why` */
const toText = ({ kind, id, label, note }: PlanLine) =>
  kind === 'conflict' ? note : `${kind} ${id || label}`;

const account = [
  bot('bot_1', 'one'),
  bot('bot_2', 'two', false),
  bot('bot_3', 'twin'),
  bot('bot_4', 'twin'),
  bot('bot_5', 'twin'),
];

describe('bot users', () => {
  it.each([{ next_page_uri: 'https://a.test/bot_users?before_id=bot_1' }, { partial: true }])(
    'deletes nothing because a part of a list does not name it: %j',
    async (said) => {
      const part = JSON.stringify({ ...said, bot_users: account.slice(0, 1) });
      const lines = (await plan(part, account, true)).map(toText);
      expect(lines).toEqual(['Line 1: It is a part of a longer one', 'no-change bot_1']);
      expect((await plan(part, account)).map(toText)).toEqual(['no-change bot_1']);
      const whole = JSON.stringify({ next_page_uri: null, bot_users: account.slice(0, 1) });
      expect(await plan(whole, account, true)).toHaveLength(5);
    },
  );

  it.each([
    ['its id, and a new name', 'bot_1,first,true', ['rename bot_1']],
    ['its name', 'one,false', ['set-inactive bot_1']],
    ['its name, where the id is of elsewhere', 'bot_9,two,true', ['set-active bot_2']],
    ['an id without a heading', 'bot_2', ['no-change bot_2']],
    ['an id that nobody has', 'id\nbot_9', ['Line 2: No bot user has this id']],
    ['what looks like an id', 'bot_9', ['Line 1: No bot user has this id']],
    [
      'a name that several have, twice',
      'twin\ntwin',
      [1, 2].map((line) => `Line ${line}: 3 bot users have this name: give the id`),
    ],
    ['a short name that begins as ids do', 'bot_', ['create bot_']],
    ['one of two by its id', 'bot_4,twin,false', ['set-inactive bot_4']],
    ['a name that another one has', 'bot_1,two,true', ['Line 1: Another bot user has this name']],
    [
      'one new name twice',
      'bot_1,new,\nbot_2,new,',
      [1, 2].map((line) => `Line ${line}: Another line of this plan has this name`),
    ],
    ['the same twice', 'one,false\nbot_1,,no', ['set-inactive bot_1', 'no-change bot_1']],
    [
      'what cannot be read',
      'bot_2,two,perhaps\none,false',
      [
        'Line 1: Cannot be read: “perhaps” in the column active is neither true nor false',
        'set-inactive bot_1',
      ],
    ],
    [
      'a name with a line break',
      ',"a\nb",',
      ['Line 1: The new name has a line break or a character that cannot be seen'],
    ],
    ['too long a name', 'x'.repeat(256), ['Line 1: The new name has more than 255 characters']],
  ])('are found by %s', async (_, text, lines) => {
    expect((await plan(text, account)).map(toText)).toEqual(lines);
  });

  it('are found by a long name where ids have no form', async () => {
    const lines = await plan('a long name', [bot('1', 'one')]);
    expect(lines.map(toText)).toEqual(['create a long name']);
  });

  it('are planned in the order of the file, and what cannot be read is shown', async () => {
    const lines = await plan('[{"name": "a"}, {"active": 1}, {"name": "b"}]', []);
    expect(lines.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'create a',
      'conflict {"active":1}',
      'create b',
    ]);
  });

  it('keep a name with blanks or other line breaks, which no file can hold as it is', async () => {
    const rows = [bot('bot_1', ' one '), bot('bot_2', 'a\r\nb'), bot('bot_3', 'c\rd')];
    const text = 'id,name,active\nbot_1,one,true\nbot_2,"a\nb",true\nbot_3,"c\nd",\n';
    const kept = ['no-change bot_1', 'no-change bot_2', 'no-change bot_3'];
    expect((await plan(text, rows)).map(toText)).toEqual(kept);
  });

  it('have the same name in another form of its letters', async () => {
    const rows = [bot('bot_1', 'Mu\u0308ller')];
    expect((await plan('M\u00fcller,false', rows)).map(toText)).toEqual(['set-inactive bot_1']);
  });

  it('are planned in time where 100,000 lines say the same', async () => {
    const lines = await plan(`name\n${'same\n'.repeat(100_000)}`, []);
    expect(lines.filter(({ kind }) => kind === 'create')).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ kind: 'no-change', note: 'Repeats line 2' });
  });

  it('are deleted where the file does not name them, if that is wanted and nothing is in doubt', async () => {
    const rows = account.slice(0, 2);
    expect((await plan('one', rows)).map(toText)).toEqual(['no-change bot_1']);
    expect((await plan('one', rows, true)).map(toText)).toEqual([
      'no-change bot_1',
      'delete bot_2',
    ]);
    expect((await plan('one\nbot_9', rows, true)).map(toText)).toEqual([
      'no-change bot_1',
      'Line 2: No bot user has this id',
    ]);
  });
});

/** Few names, so that lines meet each other; some that a spreadsheet or CSV could hurt. */
const name = fc.constantFrom('a', 'b', 'c', '=1+1', "'q", 'x, "y"', 'é;ü', 'true', 'bot_2');
const accounts = fc
  .array(fc.tuple(name, fc.boolean()), { maxLength: 8 })
  .map((rows) => rows.map(([each, active], at) => bot(`bot_${'0'.repeat(9)}${at}`, each, active)));
const wishes = fc.array(
  fc.record({
    at: fc.nat(9),
    by: fc.constantFrom('id', 'name', 'both'),
    name,
    active: fc.constantFrom('true', 'false', ''),
  }),
  { maxLength: 10 },
);
type Wish = { at: number; by: string; name: string; active: string };

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const toLine = (wish: Wish) =>
  [
    wish.by === 'name' ? '' : `bot_${'0'.repeat(9)}${wish.at}`,
    wish.by === 'id' ? '' : quoted(wish.name.startsWith("'") ? `'${wish.name}` : wish.name),
    wish.active,
  ].join();
const toFile = (lines: readonly string[]) => ['id,name,active', ...lines].join('\n');

/** The account after every change of the plan. */
function applied(rows: readonly BotUser[], lines: readonly PlanLine[]): BotUser[] {
  const after = new Map(rows.map((each) => [each.id, each]));
  for (const [at, { kind, id, after: state }] of lines.entries()) {
    if (kind === 'no-change' || kind === 'conflict') continue;
    const next = { ...bot(id || `bot_new_${at}`, ''), ...state };
    if (state === null) after.delete(id);
    else after.set(next.id, next);
  }
  return [...after.values()];
}

const changing = (lines: readonly PlanLine[]) =>
  lines.filter(({ kind }) => kind !== 'no-change' && kind !== 'conflict');
/** What a plan does, wherever its lines stand. */
const essence = (lines: readonly PlanLine[]) =>
  changing(lines)
    .map(({ kind, id, label, after }) => JSON.stringify([kind, id, label, after]))
    .toSorted();

describe('whatever the file and the account', () => {
  it('a file that was applied changes nothing any more, unless a line of it was in conflict', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, wishes, fc.boolean(), async (rows, wanted, deletesMissing) => {
        const text = toFile(wanted.map(toLine));
        const lines = await plan(text, rows, deletesMissing);
        const again = await plan(text, applied(rows, lines), deletesMissing);
        const undone = lines.map(({ kind }) => kind === 'conflict');
        expect(changing(again.filter((__, at) => undone[at] === false))).toEqual([]);
      }),
    );
  });

  it('the order of its lines does not matter', async () => {
    const shuffled = wishes.chain((wanted) =>
      fc.tuple(fc.constant(wanted), fc.shuffledSubarray(wanted, { minLength: wanted.length })),
    );
    await fc.assert(
      fc.asyncProperty(accounts, shuffled, async (rows, [one, other]) => {
        const [first, second] = await Promise.all(
          [one, other].map((each) => plan(toFile(each.map(toLine)), rows)),
        );
        expect(essence(first ?? [])).toEqual(essence(second ?? []));
      }),
    );
  });

  it.each(['csv', 'json', 'jsonl'] as const)('an export as %s changes nothing', async (format) => {
    await fc.assert(
      fc.asyncProperty(accounts, async (rows) => {
        const lines = await plan(fileText(format, rows), rows, true);
        expect(lines.filter(({ kind }) => kind !== 'no-change')).toEqual([]);
        expect(lines).toHaveLength(rows.length);
      }),
    );
  });
});

describe('routes', () => {
  const key = routeKey({ edge_id: 'e', id: 'r' });
  const of = (restriction: RestrictionRead['restriction'], more = {}): RestrictionRead => {
    return { restriction, isRouteKnown: true, readAt: 0, ...more };
  };
  const on = { enabled: true, ip_policy_ids: ['p1', 'p2'] };

  async function planOf(fields: object | readonly object[], read: RestrictionRead | Error) {
    const rows = [fields].flat().map((each) => ({ edge_id: 'e', id: 'r', ...each }));
    const file = await readDesiredFile(JSON.stringify(rows));
    if (file.target !== 'route') throw new Error('These are bot users');
    return planRoutes(file.list, new Map([[key, read]]), () => 'No answer.');
  }

  const off = { ...on, enabled: false };
  const p1 = { enabled: true, ip_policy_ids: ['p1'] };
  const empty = { enabled: false, ip_policy_ids: [] };
  const onAndEmpty = { ...empty, enabled: true };

  it.each([
    ['policies in another order', { ip_policy_ids: ['p2', 'p1'] }, of(on), 'no-change', on],
    ['the switch alone', { enabled: false }, of(on), 'replace', off],
    ['no policy any more', empty, of(on), 'replace', empty],
    [
      'the policies alone',
      { ip_policy_ids: ['p1'] },
      of(off),
      'replace',
      { ...p1, enabled: false },
    ],
    ['nothing', {}, of(onAndEmpty), 'no-change', onAndEmpty],
    ['an empty list without a switch', { ip_policy_ids: [] }, of(on), 'no-change', on],
    ['a new one', { ip_policy_ids: ['p1'] }, of(null), 'create', p1],
    ['none, where there is none', { enabled: false }, of(null), 'no-change', null],
  ] as const)('get %s', async (_, fields, read, kind, after) => {
    const [line] = await planOf(fields, read);
    expect(line).toMatchObject({ id: key, kind });
    expect(line?.note).toBeUndefined();
    expect(holds(line?.after ?? null, after)).toBe(true);
  });

  it('say where nothing would be let through, or everything', async () => {
    const [line] = await planOf(onAndEmpty, of(on));
    expect(line).toMatchObject({ kind: 'replace', note: 'On without a policy' });
  });

  const none = 'No IP restriction to turn on: list its policies';
  it.each([
    ['there is no such route', on, of(null, { missing: 'route' }), 'This route does not exist'],
    ['it cannot be read', on, new Error('down'), 'Cannot be read: No answer.'],
    ['two lines differ', [on, off], of(on), '2 lines say different things about it'],
    ['there is none to turn on', { enabled: true }, of(null), none],
  ] as const)('are in conflict where %s', async (_, fields, read, note) => {
    const [line] = await planOf([fields].flat(), read);
    expect(line).toMatchObject({ kind: 'conflict', note: `Line 1, entry 1: ${note}` });
  });
});
