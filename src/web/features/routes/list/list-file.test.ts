// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { emptyRoute, joinRoutes } from '#web/features/routes/known-routes.ts';
import { planImport, toListFile } from '#web/features/routes/list/list-file.ts';

const host = 'api.example.test';
const known = joinRoutes(
  [{ ...emptyRoute('e', 'r1', 'One'), pinned: true }, emptyRoute('e', 'r2')],
  [{ label: 'Common', edge_id: 'e', id: 's' }],
);

it('brings every route of an exported list to an empty one', () => {
  expect(planImport(toListFile(known, host), [], host)).toEqual({
    fresh: [
      { edge_id: 'e', id: 'r1', label: 'One', pinned: true },
      { edge_id: 'e', id: 's', label: 'Common', pinned: false },
      { edge_id: 'e', id: 'r2', label: '', pinned: false },
    ],
    known: 0,
    unreadable: 0,
  });
});

it('leaves alone what is here, counts what it cannot read, and names another service', () => {
  const routes = [
    { edge_id: 'e', id: 'r1', label: 'Other' },
    { edge_id: 'e', id: 'n' },
    { edge_id: 'e', id: 'n' },
    { edge_id: 'e', id: '..' },
    7,
  ];
  expect(planImport(JSON.stringify({ service_host: 'other.test', routes }), known, host)).toEqual({
    fresh: [{ edge_id: 'e', id: 'n', label: '', pinned: false }],
    known: 2,
    unreadable: 2,
    otherHost: 'other.test',
  });
});

it.each(['', '{', '7', '{"routes":{}}', 'null'])('does not read %j as a list', (text) => {
  expect(planImport(text, known, host)).toBeUndefined();
});
