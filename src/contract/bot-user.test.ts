import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BotUser, BotUserList, isBotUser, readDocumentedList } from '#contract/bot-user.ts';

/** Mostly a row, with fields that are missing or of another kind. */
const text = fc.oneof({ weight: 8, arbitrary: fc.string() }, fc.jsonValue({ maxDepth: 1 }));
const row = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc.record({ active: fc.jsonValue({ maxDepth: 1 }) }),
);
const rows = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.record({ id: text, uri: text, name: text, created_at: text }, { requiredKeys: ['id'] }),
        row,
      )
      .map(([texts, odd]) => ({ active: true, ...texts, ...odd })),
  },
  fc.jsonValue(),
);
const lists = fc.record(
  {
    bot_users: fc.oneof({ weight: 8, arbitrary: fc.array(rows) }, fc.jsonValue()),
    uri: text,
    next_page_uri: fc.oneof(text, fc.constant(null)),
  },
  { requiredKeys: [] },
);

it('takes a row for a bot user as the schema does', () => {
  fc.assert(
    fc.property(rows, (value) => {
      expect(isBotUser(value)).toBe(z.safeParse(BotUser(), value).success);
    }),
  );
});

it('reads a documented list as the schema does', () => {
  fc.assert(
    fc.property(fc.oneof(lists, fc.jsonValue()), (value) => {
      const { data } = z.safeParse(BotUserList(), value);
      expect(readDocumentedList(value) ?? data).toEqual(data);
    }),
  );
});

it('counts the rows that are no bot users, and hides none of the others', () => {
  const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: 'c', more: [1] };
  const bot_users = [{ ...bot, id: '' }, bot, null, { ...bot, active: 'yes' }, []];
  const documented = readDocumentedList({ bot_users, uri: 'u', next_page_uri: '' });
  expect(documented).toEqual({ bot_users: [bot], next_page_uri: null, unreadable: 4 });
  expect(documented?.bot_users[0]).toBe(bot); // and not a copy
  expect(BotUserList().parse({ bot_users })).toEqual(documented);
});
