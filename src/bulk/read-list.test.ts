import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readList } from '#bulk/read-list.ts';
import { toCsv } from '#bulk/write-csv.ts';
import { routeLines } from '#web/features/routes/route-lines.ts';

const HOST = 'api.example.com';
const read = (text: string) => readList(text, routeLines([HOST]));
const idsOf = (text: string) =>
  read(text).items.map(({ item: { edge_id, id, label } }) => [edge_id, id, label]);
const reasons = (text: string) => read(text).unreadable.map(({ line, reason }) => [line, reason]);

const E = 'edghts_a1';
const R = 'edghtsrt_b2';

it.each([
  ['an address', `https://${HOST}/edges/https/${E}/routes/${R}/ip_restriction`, ''],
  ['the path of this app’s editor', `/edges/${E}/routes/${R}/ip-restriction`, ''],
  ['ids with a comma', `${E},${R}`, ''],
  ['ids in the other order', `${R}; ${E}`, ''],
  ['ids as this app shows them', `${E} / ${R}`, ''],
  ['a label behind them', `${E},${R},EU checkout`, 'EU checkout'],
  ['a label in front of them', `EU checkout,${E},${R}`, 'EU checkout'],
  ['a label with a comma in quotes', `${E},${R},"EU, checkout"`, 'EU, checkout'],
  ['a label behind an address', `/edges/https/${E}/routes/${R} EU checkout`, 'EU checkout'],
  ['a list in Markdown', `- ${E} / ${R}`, ''],
  ['a label that is the id', `${E},${R},${R}`, ''],
  ['columns that are called the wrong way round', `edge,route,label\n${R},${E},EU`, 'EU'],
  ['headings with others beside them', `state,edge_id,route_id,label\nOn,${E},${R},EU`, 'EU'],
  ['a column of addresses', `label,url\nEU,/edges/https/${E}/routes/${R}`, 'EU'],
  ['a JSON list', JSON.stringify([{ edge_id: E, id: R, label: 'EU' }]), 'EU'],
  ['an object of the API', `{"id":"${R}","edge_id":"${E}","match":"/"}`, ''],
  ['a JSON list with a line for each', `[\n{"edge_id":"${E}","id":"${R}"}\n]`, ''],
  ['an export', `{\n "routes": [\n{"edge_id":"${E}","id":"${R}"}\n]\n}`, ''],
  ['texts in JSON', JSON.stringify([`${E} ${R} EU`]), 'EU'],
  ['text from a program of Windows', `\uFEFF${E};${R};EU\r\n`, 'EU'],
])('reads a route from %s', (_, text, label) => {
  expect(idsOf(text)).toEqual([[E, R, label]]);
  expect(read(text).unreadable).toEqual([]);
});

it('reads ids of any form under headings, and with a digit in each also without', () => {
  expect(idsOf('edge,route\nprod,shop')).toEqual([['prod', 'shop', '']]);
  expect(idsOf('prod-1 shop-2 EU checkout')).toEqual([['prod-1', 'shop-2', 'EU checkout']]);
});

it.each([
  `label,edge_id,route_id\napi-v2,${E},`,
  'edge_id,route_id,backend\nprod-1,,old-2',
  `[{"edge_id":"${E}","label":"api-v2"}]`,
])('takes nothing else for an id that is missing: %s', (text) => {
  expect(read(text).items).toEqual([]);
  expect(read(text).unreadable).toHaveLength(1);
});

it('reads JSON Lines with their lines, and no JSON beside other text', () => {
  const row = JSON.stringify({ edge_id: E, id: R });
  const { items } = read(`\n${row}\n${row},\n\n${row}`);
  expect(items.map(({ line }) => line)).toEqual([2, 3, 5]);
  expect(reasons(`${E} ${R}\n${row}`)).toEqual([[2, 'a quote in it is not closed']]);
});

it('reads each line of JSON Lines but the one that is cut, wherever that is', () => {
  const row = JSON.stringify({ edge_id: E, id: R });
  for (const at of [0, 1, 2])
    for (let end = 2; end < row.length; end++) {
      const lines = [1, 2, 3].map((line) => (line === at + 1 ? row.slice(0, end) : row));
      const { items, unreadable } = read(lines.join('\n'));
      expect(items.map(({ line }) => line - 1)).toEqual([0, 1, 2].filter((line) => line !== at));
      expect(unreadable).toMatchObject([{ line: at + 1 }]);
    }
});

const CUT = 'the JSON that begins here is not complete';
it.each([
  ['one id', 'edghts_alone', 'it has an edge id and no route id'],
  ['the other id', R, 'it has a route id and no edge id'],
  ['a path in place of an id', `${E},routes/${R}`, 'it has an edge id and no route id'],
  ['an id of another service', 'prod-1', 'one id is missing'],
  ['three ids', 'prod-1 shop-2 shop-3', 'it has more than two ids'],
  [
    'an address of something else',
    `https://${HOST}/bot_users/1`,
    'it is not the address of a route',
  ],
  ['what is no address', 'https://[/edges/https/e/routes/r', 'it is not a web address'],
  ['an id that leads elsewhere', `{"edge_id":"..","id":"${R}"}`, '‘..’ cannot be an id'],
  ['words', 'garbage line', 'it is neither ids nor a URL'],
  [
    'another service',
    'https://elsewhere.test/edges/https/e/routes/r',
    'it belongs to elsewhere.test, and this page is connected to api.example.com',
  ],
  ['a shortened id', `edghts_a1…b, ${R}`, '‘edghts_a1…b’ is shortened: copy the whole id'],
  ['two routes', `${E} ${R} edghtsrt_c`, 'it has more than one route'],
  ['JSON that is no route', '[{"hello":"world"}]', 'it is neither ids nor a URL'],
  ['JSON on one line without its end', `[{"edge_id":"${E}","id":"${R}"}`, CUT],
  ['JSON on several lines without its end', `{\n "routes": [\n{"edge_id":"${E}"}`, CUT],
])('cannot read %s, and says why', (_, text, reason) => {
  expect(read(text).items).toEqual([]);
  expect(reasons(text)).toEqual([[1, reason]]);
});

it('goes on behind a line that cannot be read, also behind a quote without an end', () => {
  const text = `garbage\n"${E},${R}\n${E},${R},ok`;
  expect(idsOf(text).at(-1)).toEqual([E, R, 'ok']);
  expect(reasons(text)[0]).toEqual([1, 'it is neither ids nor a URL']);
});

it('keeps the headings, so that a line under them can be read again', () => {
  const text = `label,edge,route\nEU,${E},\nUS,${E},${R}\nSmith, John,${E},${R}`;
  const { head, unreadable } = read(text);
  expect([head, unreadable[0]?.text]).toEqual(['label,edge,route', `EU,${E},`]);
  expect(reasons(text)).toEqual([
    [2, 'it has an edge id and no route id'],
    [4, 'it has more cells than there are headings'],
  ]);
});

const id = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const label = fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/\s+/g, ' ').trim());

it('reads back the file that it is exported to', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id, label), { minLength: 1, maxLength: 5 }), (rows) => {
      const wanted = rows.map(([at, of, name]) => [`edghts_${at}`, `edghtsrt_${of}`, name]);
      const csv = toCsv([['edge_id', 'route_id', 'label'], ...wanted]);
      expect(idsOf(csv)).toEqual(
        wanted.map(([edge, route, name]) => [edge, route, name === route ? '' : name]),
      );
      const json = JSON.stringify(
        wanted.map(([edge_id, route, name]) => ({ edge_id, id: route, label: name })),
      );
      expect(idsOf(json)).toEqual(idsOf(csv));
    }),
  );
});

it('ends, and loses no line without a word', () => {
  const sign = fc.constantFrom(...Array.from('"\n,;\t[{}] /…'));
  const word = fc.constantFrom('edghts_1', 'edghtsrt_2', 'word');
  fc.assert(
    fc.property(fc.array(fc.oneof(sign, sign, word), { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const { items, unreadable } = read(text);
      const lines = text.split('\n').length;
      for (const { line } of [...items, ...unreadable]) {
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines);
      }
      expect(items.length + unreadable.length > 0 || !text.includes('edghts_1')).toBe(true);
    }),
  );
});
