import { expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { writeFile, type ExportFormat } from '#web/features/bot-users/export/export-file.ts';

const bots = ['=1+1', 'a, b'].map((name, index) => ({
  id: `bot_${index}`,
  uri: `/bot_users/bot_${index}`,
  name,
  active: index === 0,
  created_at: '2026-01-02T03:04:05Z',
  team: 'ours',
}));

const write = async (format: ExportFormat, rows: BotUser[] = bots, note?: string) =>
  (await writeFile(format, rows, note)).text();

it('writes CSV whose first line are the columns, also of a part', async () => {
  expect(await write('csv')).toBe(
    'id,name,state,created_at,uri\r\n' +
      "bot_0,'=1+1,active,2026-01-02T03:04:05Z,/bot_users/bot_0\r\n" +
      'bot_1,"a, b",inactive,2026-01-02T03:04:05Z,/bot_users/bot_1\r\n',
  );
  expect(await write('csv', [], 'Partial: x.')).toBe('id,name,state,created_at,uri\r\n');
});

it('writes JSON with the note in its first line, and each row as the service sent it', async () => {
  expect(JSON.parse(await write('json'))).toEqual({ bot_users: bots });
  const partial = await write('json', bots, 'Partial: "x".');
  expect(JSON.parse(partial)).toEqual({ partial: true, note: 'Partial: "x".', bot_users: bots });
  expect(partial.split('\n')[0]).toBe('{"partial": true, "note": "Partial: \\"x\\".",');
  expect(JSON.parse(await write('json', []))).toEqual({ bot_users: [] });
});

it('writes JSON Lines of rows alone', async () => {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  expect(lines(await write('jsonl'))).toEqual(bots);
  expect(lines(await write('jsonl', bots, 'Partial: x.'))).toEqual(bots);
});

it('writes every row once, in pieces, and lets others go first between two slices', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => ({
    id: `bot_${index}`,
    uri: '',
    name: '',
    active: true,
    created_at: '',
  }));
  let now = 0;
  let pauses = 0;
  const slices = {
    first: 1000,
    next: 100,
    now: () => now++,
    pause(goOn: () => void) {
      pauses += 1;
      queueMicrotask(goOn);
    },
  };
  const file = await writeFile('jsonl', rows, undefined, slices);
  const text = await file.text();
  expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect(pauses).toBeGreaterThan(10);
});
