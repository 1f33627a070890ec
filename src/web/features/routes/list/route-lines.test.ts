import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedSentence, readRouteLines } from '#web/features/routes/list/route-lines.ts';

const hosts = ['api.example.test', 'localhost:4300'];
const read = (text: string) => readRouteLines(text, hosts);

it.each([
  'https://api.example.test/edges/https/e1/routes/r1/ip_restriction',
  'https://api.example.test/edges/https/e1/routes/r1',
  'http://localhost:4300/api/edges/https/e1/routes/r1/ip_restriction?x=1#y',
  'http://localhost:4300/edges/e1/routes/r1/ip-restriction',
  'https://API.example.test/edges/https/e1/routes/r1/',
  '/edges/https/e1/routes/r1',
  'edges/https/e1/routes/r1/ip_restriction',
  'e1,r1',
  ' e1 , r1 ',
  'e1 r1',
  'e1\tr1',
  '"e1","r1"',
])('reads %s', (line) => {
  expect(read(line)).toEqual({ routes: [{ edge_id: 'e1', id: 'r1', label: '' }], unreadable: [] });
});

it.each([
  ['e1,r1,eu checkout', 'eu checkout'],
  ['e1,r1,"a, b"', 'a, b'],
  ['/edges/https/e1/routes/r1, the "best" one', 'the "best" one'],
])('takes the label of %s', (line, label) => {
  expect(read(line).routes).toEqual([{ edge_id: 'e1', id: 'r1', label }]);
});

it.each([
  [
    'https://elsewhere.test/edges/https/e1/routes/r1',
    'it belongs to elsewhere.test, and this page is connected to api.example.test',
  ],
  [
    'https://api.example.test@elsewhere.test/edges/https/e1/routes/r1',
    'it belongs to elsewhere.test, and this page is connected to api.example.test',
  ],
  ['javascript://api.example.test/edges/https/e1/routes/r1', 'it is no web address'],
  ['https://api.example.test/edges/https/e1', 'one id is missing'],
  ['https://api.example.test/edges/https/e1/routes/', 'one id is missing'],
  ['https://api.example.test/bot_users/b1', 'it is no address of a route'],
  ['/edges/https/e1/routes/%E0%A4', 'an id in it is not readable'],
  ['/edges/https/e1/routes/..', '‘..’ cannot be an id'],
  ['/edges/https/%2E/routes/r1', '‘.’ cannot be an id'],
  ['e1', 'one id is missing'],
  ['e1,', 'one id is missing'],
  ['e1, ,label', 'one id is missing'],
  ['e1 r1 r2', 'it has more than two ids'],
  ['e 1,r1', '‘e 1’ cannot be an id'],
])('does not read %s', (line, reason) => {
  expect(read(line)).toEqual({ routes: [], unreadable: [{ line: 1, text: line, reason }] });
});

it('decodes the ids of an address once, and those of a pair not at all', () => {
  expect(read('/edges/https/a%2Fb/routes/%2525').routes).toEqual([
    { edge_id: 'a/b', id: '%25', label: '' },
  ]);
  expect(read('a%2Fb,%25').routes).toEqual([{ edge_id: 'a%2Fb', id: '%25', label: '' }]);
});

it('brings any encoded pair back', () => {
  const id = fc.stringMatching(/^[\w./%?#é-]+$/).filter((text) => !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(id, id, (edge_id, route) => {
      const line = `/edges/https/${encodeURIComponent(edge_id)}/routes/${encodeURIComponent(route)}`;
      expect(read(line).routes).toEqual([{ edge_id, id: route, label: '' }]);
    }),
  );
});

it('says of each line what became of it', () => {
  const { routes, unreadable } = read('e1,r1\r\n\ne2 r2\ne3');
  expect(routes.map(({ id }) => id)).toEqual(['r1', 'r2']);
  expect(addedSentence(12, 2, unreadable)).toBe(
    'Added 12. 2 already here. Line 4 could not be read: one id is missing.',
  );
});

it('names the first lines that could not be read, and counts the others', () => {
  const { unreadable } = read('a\nb\nc\nd\ne\nf\ng');
  expect(addedSentence(0, 0, unreadable)).toMatch(/^Line 1 .* 2 more lines could not be read\.$/);
});
