import { expect, it } from 'vitest';
import { BotUserList } from '#contract/bot-user.ts';

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: 'c', more: [1] };

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

const others = { uri: 'u', service_users: [] };
it.each([{}, { bot_users: {} }, others, null, []])('takes %o for no list', (list) => {
  expect(BotUserList.safeParse(list).success).toBe(false);
});
