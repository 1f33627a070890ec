import { expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import {
  describeFile,
  fileText,
  type ExportContent,
  type ExportFormat,
} from '#web/features/bot-users/export-file.ts';
import { makeBotUser, makeBotUsers } from '#web/test/fake-service.ts';

const more = { created_at: '2026-01-02T03:04:05Z', team: 'ours' };
const bots = ['=1+1', 'a, b'].map((name, index) =>
  makeBotUser(index, { ...more, name, active: index === 0 }),
);

const write = (format: ExportFormat, rows: BotUser[] = bots, note?: string) =>
  fileText(format, rows, note);

it('writes CSV whose first line are the columns, also of a part', () => {
  expect(write('csv')).toBe(
    'id,name,state,created_at,uri\r\n' +
      "bot_000000,'=1+1,active,2026-01-02T03:04:05Z,/bot_users/bot_000000\r\n" +
      'bot_000001,"a, b",inactive,2026-01-02T03:04:05Z,/bot_users/bot_000001\r\n',
  );
  expect(write('csv', [], 'Partial: x.')).toBe('id,name,state,created_at,uri\r\n');
});

it('writes JSON with the note in its first line, and each row as the service sent it', () => {
  expect(JSON.parse(write('json'))).toEqual({ bot_users: bots });
  const partial = write('json', bots, 'Partial: "x".');
  expect(JSON.parse(partial)).toEqual({ partial: true, note: 'Partial: "x".', bot_users: bots });
  expect(partial.split('\n')[0]).toBe('{"partial": true, "note": "Partial: \\"x\\".",');
  expect(JSON.parse(write('json', []))).toEqual({ bot_users: [] });
});

it('writes JSON Lines of rows alone', () => {
  const rows = makeBotUsers(2500);
  const text = write('jsonl', rows, 'Partial: x.');
  expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

it('leaves out unknown fields of a row only where they are nested deeper than the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const [bare, odd] = [makeBotUser(0), makeBotUser(1, { odd: [null] })];
  const text = write('jsonl', [{ ...bare, deep }, odd]);
  expect(text).toBe(`${JSON.stringify(bare)}\n${JSON.stringify(odd)}\n`);
});

it('writes no character at which some readers of lines end one', () => {
  const name = 'a\u2028b\u2029c\u0085d';
  const text = write('jsonl', [makeBotUser(0, { name })]);
  expect(text).not.toMatch(/[\u0085\u2028\u2029]/);
  expect(JSON.parse(text)).toMatchObject({ name });
});

const day = new Date('2026-11-21T10:00:00Z');
const content = (over: Partial<ExportContent>): ExportContent => ({
  rows: 1000,
  loaded: 1000,
  end: undefined,
  unreadable: 0,
  ...over,
});

it.each<[Partial<ExportContent>, string, string]>([
  [{ end: 'last' }, '1,000 loaded bot users.', 'bot-users-2026-11-21'],
  [{}, '1,000 loaded bot users. The service has more.', 'bot-users-partial-2026-11-21'],
  [
    { rows: 1, loaded: 1, end: 'repeated', unreadable: 2 },
    '1 loaded bot user. The service may have more. 2 more could not be read.',
    'bot-users-partial-2026-11-21',
  ],
  [
    { end: 'last', unreadable: 1 },
    '1,000 loaded bot users. 1 more could not be read.',
    'bot-users-partial-2026-11-21',
  ],
  [{ rows: 3, end: 'last' }, '3 of the 1,000 loaded bot users.', 'bot-users-partial-2026-11-21'],
])('says of %j what is in the file, and in its name', (over, text, name) => {
  const note = name === 'bot-users-2026-11-21' ? undefined : `Partial: ${text}`;
  expect(describeFile(content(over), day)).toEqual({ text, name, note });
});
