import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BotUser, BotUserList } from '#contract/bot-user.ts';

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: 'c', more: [1] };

it('takes or counts every row of a list, whatever it is', () => {
  const rows = fc.array(fc.oneof(fc.constant(bot), fc.jsonValue()));
  fc.assert(
    fc.property(rows, (bot_users) => {
      const list = BotUserList.parse({ bot_users, uri: 'u', next_page_uri: null });
      const readable = bot_users.filter((row) => z.safeParse(BotUser, row).success);
      expect(list.bot_users).toEqual(readable);
      expect(list.bot_users.length + list.unreadable).toBe(bot_users.length);
    }),
  );
});

it('counts the rows that are no bot users, and hides none of the others', () => {
  const bot_users = [{ ...bot, id: '' }, bot, null, { ...bot, active: 'yes' }, []];
  const list = BotUserList.parse({ bot_users, uri: 'u', next_page_uri: '' });
  expect(list).toEqual({ bot_users: [bot], next_page_uri: null, unreadable: 4 });
  expect(list.bot_users[0]).toBe(bot); // and not a copy
  expect(BotUserList.parse({ bot_users })).toEqual(list);
});

it.each([{ uri: 'u' }, { uri: 'u', bot_users: null, next_page_uri: null }, { bot_users: [] }])(
  'reads %o as an empty list',
  (list) => {
    const empty = { bot_users: [], next_page_uri: null, unreadable: 0 };
    expect(BotUserList.parse(list)).toEqual(empty);
  },
);

it.each([{}, { bot_users: {} }, { hello: 'world' }, null, []])('takes %o for no list', (list) => {
  expect(BotUserList.safeParse(list).success).toBe(false);
});
