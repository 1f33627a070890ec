// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { planRoutes } from '#web/features/routes/add/plan-routes.ts';
import { readRoutes } from '#web/features/routes/add/read-routes.ts';
import { joinRoutes, type KnownRoute } from '#web/features/routes/join-routes.ts';
import { emptyRoute, routeKey } from '#web/features/routes/kept-route.ts';

const known = joinRoutes(
  [emptyRoute('e', 'r1', 'One'), emptyRoute('e', 'r2')],
  [{ label: 'Common', edge_id: 'e', id: 's' }],
);
const byKey = (routes: readonly KnownRoute[]) =>
  new Map(routes.map((route) => [routeKey(route), route]));
const plan = (text: string) => planRoutes(readRoutes(text, ['api.test']), byKey(known));
const kinds = (text: string) =>
  plan(text).lines.map((line) => [
    line.route.line,
    line.kind,
    'was' in line ? line.was : line.route.label,
  ]);

it('tells what is new, what gets another label, what is here and what comes twice', () => {
  const text = ['n,e,r9', 'One,e,r1', 'Uno,e,r1', 'Two,e,r2', 'e,s', 'Shop,e,s', 'Other,e,x'];
  expect(kinds(['label,edge,route', ...text].join('\n'))).toEqual([
    [2, 'new', 'n'],
    [3, 'same', 'One'],
    [4, 'repeated', 'Uno'],
    [5, 'relabel', 'r2'],
    [7, 'relabel', 'Common'],
    [8, 'new', 'Other'],
  ]);
});

it('leaves a label where a line has none, and takes the first that a route comes with', () => {
  expect(kinds('e r1\ne r9\ne,r9,Nine\ne,r9,Neun')).toEqual([
    [1, 'same', ''],
    [2, 'new', 'Nine'],
    [3, 'repeated', 'Nine'],
    [4, 'repeated', 'Neun'],
  ]);
});

it('keeps the pin of a list file for what is new', () => {
  const routes = [
    { edge_id: 'e', id: 'r9', label: 'Nine', pinned: true },
    { edge_id: 'e', id: 'r1', label: 'Uno', pinned: true },
  ];
  const { added, relabelled } = plan(JSON.stringify({ routes }));
  expect(added).toEqual([routes[0]]);
  expect(relabelled).toMatchObject([{ id: 'r1', label: 'Uno' }]);
});

it('changes nothing when it is planned again', () => {
  const line = fc.record({
    edge_id: fc.constantFrom('e', 'f'),
    id: fc.constantFrom('r1', 'r2', 's', 'x', 'y'),
    label: fc.constantFrom('', 'One', 'Common', 'New'),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const read = readRoutes(JSON.stringify(lines), []);
      const { added, relabelled } = planRoutes(read, byKey(known));
      const labels = new Map(relabelled.map((route) => [routeKey(route), route.label]));
      const after = [
        ...known.map((route) => ({ ...route, name: labels.get(routeKey(route)) ?? route.name })),
        ...joinRoutes(
          added.map(({ edge_id, id, label }) => emptyRoute(edge_id, id, label)),
          [],
        ),
      ];
      expect(new Set(after.map(routeKey)).size).toBe(after.length);
      expect(planRoutes(read, byKey(after))).toMatchObject({ added: [], relabelled: [] });
    }),
  );
});
