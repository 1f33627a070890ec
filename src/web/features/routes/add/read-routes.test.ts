import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRoutes, textOfUnreadable } from '#web/features/routes/add/read-routes.ts';
import { toCsv } from '#web/lib/csv.ts';

const hosts = ['api.example.test', 'localhost:4300'];
const read = (text: string) => readRoutes(text, hosts);
/** `edge route label` of each. */
const routesIn = (text: string) =>
  read(text).routes.map(({ edge_id, id, label }) => [edge_id, id, label]);

const EDGE = 'edghts_2aXqR0';
const ROUTE = 'edghtsrt_2aX7Lm';

it.each([
  'https://api.example.test/edges/https/e1/routes/r1/ip_restriction',
  'https://api.example.test/edges/https/e1/routes/r1',
  'http://localhost:4300/api/edges/https/e1/routes/r1/ip_restriction?x=1#y',
  'http://localhost:4300/edges/e1/routes/r1/ip-restriction',
  'https://API.example.test/edges/https/e1/routes/r1/',
  '/edges/https/e1/routes/r1',
  'edges/https/e1/routes/r1/ip_restriction',
  '"https://api.example.test/edges/https/e1/routes/r1"',
  '- https://api.example.test/edges/https/e1/routes/r1',
  'e1,r1',
  ' e1 , r1 ',
  'e1 r1',
  'e1\tr1',
  'e1;r1',
  '"e1","r1"',
  "'e1', 'r1'",
  '\uFEFFe1,r1',
  'e1,r1,,,',
  '[["e1","r1"]]',
  '["e1 r1"]',
  '{"edge_id":"e1","id":"r1"}',
])('reads %s', (line) => {
  expect(read(line)).toMatchObject({
    routes: [{ edge_id: 'e1', id: 'r1', label: '', line: 1 }],
    unreadable: [],
  });
});

it.each([
  ['e1,r1,eu checkout', 'eu checkout'],
  ['e1,r1,"a, b"', 'a, b'],
  ['e1,r1,a, b', 'a, b'],
  ['eu checkout,e1,r1', 'eu checkout'],
  ['eu/checkout,e1,r1', 'eu/checkout'],
  ['Zürich,e1,r1', 'Zürich'],
  ['Checkout, EU;e1;r1', 'Checkout, EU'],
  ['Checkout, EU\te1\tr1', 'Checkout, EU'],
  ['"two\r\nlines",e1,r1', 'two lines'],
  ['/edges/https/e1/routes/r1, the "best" one', 'the "best" one'],
  ['/edges/https/e1/routes/r1 eu checkout', 'eu checkout'],
  ['eu checkout: https://api.example.test/edges/https/e1/routes/r1', 'eu checkout'],
  ['"eu, checkout",https://api.example.test/edges/https/e1/routes/r1', 'eu, checkout'],
  ['Checkout,edge_1,route_1', 'Checkout'],
  [`Checkout,${EDGE},${ROUTE}`, 'Checkout'],
  [`${ROUTE},Checkout,${EDGE}`, 'Checkout'],
  [`eu checkout ${EDGE} / ${ROUTE}`, 'eu checkout'],
  [`Checkout,${EDGE} / ${ROUTE}`, 'Checkout'],
  [`| eu checkout | ${EDGE} | ${ROUTE} |`, 'eu checkout'],
  [`https://shop.example/pay,${EDGE},${ROUTE}`, 'https://shop.example/pay'],
  [`/checkout,${EDGE},${ROUTE}`, '/checkout'],
  [`${ROUTE},${EDGE},${ROUTE}`, ''],
  [`["A","${EDGE}","${ROUTE}"]`, 'A'],
  [`[prod] Checkout,${EDGE},${ROUTE}`, '[prod] Checkout'],
])('takes the label of %j', (line, label) => {
  expect(read(line).unreadable).toEqual([]);
  expect(read(line).routes.map((route) => route.label)).toEqual([label]);
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
  ['javascript://api.example.test/edges/https/e1/routes/r1', 'it is not a web address'],
  ['https://api.example.test/edges/https/e1', 'one id is missing'],
  ['https://api.example.test/edges/https/e1/routes/', 'one id is missing'],
  ['https://api.example.test/bot_users/b1', 'it is not the address of a route'],
  ['/edges/https/e1/routes/%E0%A4', 'an id in it cannot be part of an address'],
  ['/edges/https/e1/routes/..', '‘..’ cannot be an id'],
  ['/edges/https/%2E/routes/r1', '‘.’ cannot be an id'],
  ['/edges/https/e1/routes/r1 /edges/https/e1/routes/r2', 'it has more than one address'],
  ['e1', 'one id is missing'],
  ['e1,', 'one id is missing'],
  ['e1, ,label', 'one id is missing'],
  ['e1 r1 r2', 'it has more than two ids'],
  ['e 1,r1', '‘e 1’ cannot be an id'],
  ['e1,r\u200b1', '‘r\u200b1’ cannot be an id'],
  [`${EDGE},checkout`, 'it has an edge id and no route id'],
  [`bot_1,${ROUTE}`, 'it has a route id and no edge id'],
  [`${EDGE},${ROUTE},${ROUTE}x`, 'it has two route ids'],
  [`${EDGE},${EDGE}x,${ROUTE}`, 'it has two edge ids'],
  ['edghts_2…9Kf / edghtsrt_2…b41', '‘edghts_2…9Kf’ is shortened: copy the whole id'],
  ['[7', 'one id is missing'],
])('does not read %j', (line, reason) => {
  expect(read(line)).toEqual({ routes: [], unreadable: [{ line: 1, text: line, reason }] });
});

it('decodes the ids of an address once, and those of a pair not at all', () => {
  expect(routesIn('/edges/https/a%2Fb/routes/%2525')).toEqual([['a/b', '%25', '']]);
  expect(routesIn('a%2Fb,%25')).toEqual([['a%2Fb', '%25', '']]);
});

it('brings any encoded pair back', () => {
  const id = fc.stringMatching(/^[\w./%?#é-]+$/).filter((text) => !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(id, id, (edge_id, route) => {
      const line = `/edges/https/${encodeURIComponent(edge_id)}/routes/${encodeURIComponent(route)}`;
      expect(routesIn(line)).toEqual([[edge_id, route, '']]);
    }),
  );
});

it.each([
  [
    'Name,Route ID,Edge ID\nA,r1,e1\n,r2,e2',
    [
      ['e1', 'r1', 'A'],
      ['e2', 'r2', ''],
    ],
  ],
  ['edge_id;id;label\ne1;r1;a, b', [['e1', 'r1', 'a, b']]],
  ['id,other,edge,label\nr1,open,e1,A', [['e1', 'r1', 'A']]],
  ['label,url\nA,https://api.example.test/edges/https/e1/routes/r1', [['e1', 'r1', 'A']]],
  // Of this app's own table.
  [`Label\tEdge and route\tChecked\nA\t${EDGE} / ${ROUTE}\tnow`, [[EDGE, ROUTE, 'A']]],
  // What stands under the wrong heading is told by its shape, and other lines by themselves.
  [
    `label,edge,route\nA,${ROUTE},${EDGE}\n/edges/https/e1/routes/r1`,
    [
      [EDGE, ROUTE, 'A'],
      ['e1', 'r1', ''],
    ],
  ],
  // Several below each other.
  [
    'x,y\nedge,route\ne1,r1\nroute,edge\nr2,e2',
    [
      ['x', 'y', ''],
      ['e1', 'r1', ''],
      ['e2', 'r2', ''],
    ],
  ],
])('goes by the headings of %j', (text, routes) => {
  expect(read(text).unreadable).toEqual([]);
  expect(routesIn(text)).toEqual(routes);
});

it('takes no state for an id where one is missing under its heading', () => {
  const { routes, unreadable } = read(`label,edge,route,state\nA,,${ROUTE},open`);
  expect(routes).toEqual([]);
  expect(unreadable).toMatchObject([{ line: 2, reason: 'it has a route id and no edge id' }]);
});

it('says of another address what is wrong with it, also under headings', () => {
  const { unreadable } = read('label,edge,route\nhttps://x.test/edges/https/e1/routes/r1');
  expect(unreadable).toMatchObject([{ line: 2, reason: expect.stringContaining('x.test') }]);
});

it('reads JSON lists, lists of this app and single objects, also between lines', () => {
  const file = { service_host: 'other.test', routes: [{ edge_id: 'e1', id: 'r1', pinned: true }] };
  const text = [
    'e0 r0',
    JSON.stringify(file, null, 2),
    '[{"name":"A","edge":"e2","route":"r2"}, "e3,r3", 7, {"edge_id":"e4"}],',
    '{"label":"{ \\"B\\"","edge_id":"e5","id":"r5"}',
    'e6',
  ].join('\n');
  expect(read(text)).toEqual({
    service_host: 'other.test',
    routes: [
      { edge_id: 'e0', id: 'r0', label: '', line: 1 },
      { edge_id: 'e1', id: 'r1', label: '', pinned: true, line: 2, entry: 1 },
      { edge_id: 'e2', id: 'r2', label: 'A', line: 12, entry: 1 },
      { edge_id: 'e3', id: 'r3', label: '', line: 12, entry: 2 },
      { edge_id: 'e5', id: 'r5', label: '{ "B"', line: 13, entry: 1 },
    ],
    unreadable: [
      { line: 12, entry: 3, text: '7', reason: 'it is not a route' },
      { line: 12, entry: 4, text: '{"edge_id":"e4"}', reason: 'one id is missing' },
      { line: 14, text: 'e6', reason: 'one id is missing' },
    ],
  });
});

it('says once where JSON is cut off', () => {
  const text = 'e1,r1\n[{"edge_id":"e2","id":"r2"},\n{"edge_id":"e3"';
  expect(read(text).unreadable).toEqual([
    { line: 2, text: text.slice(6), reason: 'the JSON that begins here is not complete' },
  ]);
});

it('counts the lines of the text, and leaves what could not be read with its headings', () => {
  const text = 'label,edge,route\r\n\r\n"A\r\nB",e1,r1\r\nC,,r2\r\nD,e3\r\n';
  const { routes, unreadable } = read(text);
  expect(routes).toMatchObject([{ line: 3, id: 'r1' }]);
  expect(unreadable.map(({ line }) => line)).toEqual([5, 6]);
  expect(textOfUnreadable(unreadable)).toBe('label,edge,route\nC,,r2\nD,e3');
});

it('takes a quote without an end for a letter', () => {
  expect(routesIn('e1,r1,"A\ne2,r2,B "C"')).toEqual([
    ['e1', 'r1', '"A'],
    ['e2', 'r2', 'B "C"'],
  ]);
});

const label = fc.string({ unit: fc.constantFrom(...Array.from('ab ,;"\'=+-/[{\t\n\r')) });
const shown = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const routes = fc.array(
  fc.record({
    label,
    edge: fc.stringMatching(/^edghts_[\w-]{1,5}$/),
    route: fc.stringMatching(/^edghtsrt_[\w-]{1,5}$/),
  }),
  { minLength: 1 },
);
const wanted = (list: Array<{ label: string; edge: string; route: string }>) =>
  list.map((each) => [each.edge, each.route, shown(each.label)]);
const order = fc.shuffledSubarray(['label', 'edge', 'route'] as const, { minLength: 3 });

it('reads the same routes whatever the order of the columns', () => {
  fc.assert(
    fc.property(routes, order, fc.constantFrom(',', ';', '\t'), (list, columns, separator) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = list.map((each) => columns.map((column) => quoted(each[column])));
      expect(routesIn(rows.map((row) => row.join(separator)).join('\n'))).toEqual(wanted(list));
    }),
  );
});

it('brings the routes of a CSV of this app back, whatever the order of its columns', () => {
  fc.assert(
    fc.property(routes, order, (list, columns) => {
      // Names are kept without blanks around them.
      const rows = list.map((each) => columns.map((column) => each[column].trim()));
      expect(routesIn(toCsv([columns, ...rows]))).toEqual(wanted(list));
    }),
  );
});

it.each([',', ';', '\t'])('reads any ids under headings, separated by %j', (separator) => {
  const id = fc.stringMatching(/^x[\w.:~-]*$/);
  fc.assert(
    fc.property(fc.tuple(id, id, fc.stringMatching(/^x[\w ]*$/)), order, (values, columns) => {
      const [edge, route, name] = values;
      const cells = columns.map((column) => ({ edge, route, label: name })[column]);
      const text = [columns, cells].map((row) => row.join(separator)).join('\r\n');
      expect(routesIn(text)).toEqual([[edge, route, name.trim() === route ? '' : shown(name)]]);
    }),
  );
});

it('reads any text, and each of its lines is somewhere', () => {
  const signs = [',', ';', '\t', '\n', '\r\n', ' ', '"', "'", '[', ']', '{', '}', ':', '\\', '%'];
  const words = ['e1', 'r1', '/edges/', '/routes/', 'https://', 'edge', 'route', 'label'];
  const piece = fc.constantFrom(...signs, ...words, EDGE, ROUTE);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const { unreadable } = read(text);
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of unreadable) expect(line).toBeLessThanOrEqual(lines);
      // What is left over can be read again, and is left over again.
      expect(read(textOfUnreadable(unreadable)).routes).toEqual([]);
    }),
  );
});
