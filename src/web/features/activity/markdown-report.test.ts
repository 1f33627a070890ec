import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { anyEntry, ended, entry, refused } from '#web/features/activity/request.test.helper.ts';
import { toMarkdown } from '#web/features/activity/markdown-report.ts';

const config = testConfig({ api_base: 'https://api.test/api' });
const now = new Date(0);
const report = (...entries: Parameters<typeof entry>[0][]) =>
  toMarkdown(entries.map(entry), config, now);

it('has a row for each request, the oldest first', () => {
  const lines = report(
    { number: 2, attempt: 2, startedAt: 2000 },
    { number: 1, startedAt: 1000, end: refused(503) },
  ).split('\n');
  const start = lines.indexOf('| Time | Request | Outcome | Took | Id | Attempt |');
  expect(lines.slice(start + 2, start + 5)).toEqual([
    '| 1970-01-01T00:00:01.000Z | `GET /bot_users?limit=100` | 503 Service unavailable | 84 ms | `#1` | 1 |',
    '| 1970-01-01T00:00:02.000Z | `GET /bot_users?limit=100` | 200 OK | 84 ms | `#2` | 2 |',
    '',
  ]);
});

it('has the failed ones in full, and no others', () => {
  const text = report(
    { end: ended({ failure: { kind: 'cancelled' } }), path: '/cancelled' },
    {
      end: refused(409, '{"msg":"taken"}', 'taken'),
      method: 'POST',
      path: '/bot_users',
      body: '{"name":"a"}',
    },
    {},
  );
  expect(text.match(/^## .*/gm)).toEqual(['## 409 Conflict: `POST /bot_users`']);
  expect(text).toContain('Authorization: Bearer ••••\n');
  expect(text).toContain('{\n  "name": "a"\n}');
  expect(text).toContain('{\n  "msg": "taken"\n}');
  expect(text).toContain('3 requests, 1 failed. The key is not in this report.');
});

it('says once what differs from the documented API', () => {
  const end = ended({ deviations: ['tags is not documented'] });
  expect(report({ end }, { end }).match(/^- .*documented.*/gm)).toEqual([
    '- `GET /bot_users: tags is not documented`',
  ]);
});

it('cannot be broken by a body full of fences', () => {
  const text = report({ end: refused(500, '```\n# not a heading\n````') });
  expect(text).toContain('\n`````text\n');
  expect(outsideOfFences(text)).not.toContain('# not a heading');
});

/** Lines that a reader of Markdown takes for more than text; fails when a block is left open. */
function outsideOfFences(text: string): string[] {
  let fence: string | undefined;
  const outside: string[] = [];
  for (const line of text.split('\n')) {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      outside.push(line);
      if (mark !== undefined) fence = mark;
    } else if (line.trim() === mark && mark.startsWith(fence)) fence = undefined;
  }
  expect(fence, 'the fence that is left open').toBeUndefined();
  return outside;
}

it('is a report of whole lines and closed blocks for whatever was recorded', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 4 }), (entries) => {
      const text = toMarkdown(entries, config, now);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      const lines = outsideOfFences(text);
      const rows = lines.filter((line) => line.startsWith('|'));
      expect(rows).toHaveLength(entries.length + 2);
      for (const row of rows) expect(row.split('|')).toHaveLength(8);
      // Our own words, or code.
      const foreign = lines.filter((line) => /[@<\\~]/.test(line.replaceAll(/`[^`]*`/g, '')));
      expect(foreign).toEqual([]);
    }),
  );
});
