import { expect, it } from 'vitest';
import type { StartBudget } from '#build/start-budget.ts';
import { budgetProblems, startSize, type StartFile } from '#build/start-size.ts';

const page: StartFile = { name: 'index.html', bytes: 1024 };

/** Four characters of a package, three of our own, two of the bundler: 1 KiB each. */
const script: StartFile = {
  name: 'assets/app.js',
  bytes: 9 * 1024,
  code: 'aaaabb\n//',
  map: {
    version: 3,
    file: 'app.js',
    sources: ['../../node_modules/@maker/library/index.js', '../../src/web/ui/button.tsx'],
    sourcesContent: [],
    names: [],
    mappings: 'AAAA,ICAA;A;',
    sourceRoot: '',
  },
};

const budget = (changes: Partial<StartBudget> = {}): StartBudget => ({
  form: { kib: 1, why: '' },
  rows: { kib: 10, why: '' },
  requests: { most: 4, why: '' },
  rooms: [
    { room: 'document', holds: /^index/, kib: 1, why: '' },
    { room: 'library', holds: /\/@maker\/library\//, kib: 4, why: '' },
    { room: 'ui', holds: /src\/web\/ui\//, kib: 3, why: '' },
    { room: 'bundler', holds: /^bundler$/, kib: 2, why: '' },
  ],
  ...changes,
});

const problemsWith = (limits: StartBudget) =>
  budgetProblems(startSize([page], [script], limits), limits);

it('shares the size of a script out among its sources', () => {
  const { rooms, ...size } = startSize([page], [script], budget());
  expect(size).toEqual({ form: 1024, rows: 10 * 1024, requests: 4 });
  const kib = Object.entries(rooms).map(([room, bytes]) => [room, Math.round(bytes / 1024)]);
  expect(Object.fromEntries(kib)).toEqual({ document: 1, library: 4, ui: 3, bundler: 2 });
});

it('has room for what is within its limits', () => {
  expect(problemsWith(budget())).toEqual([]);
});

it.each<[string, Partial<StartBudget>]>([
  ['the form: 1.00 KiB, 0.50 more', { form: { kib: 0.5, why: '' } }],
  ['the rows: 10.00 KiB, 0.25 more', { rows: { kib: 9.75, why: '' } }],
  ['4 requests, not 3.', { requests: { most: 3, why: '' } }],
  [
    'room ui: 3.00 KiB, 0.10 more',
    { rooms: budget().rooms.map((room) => ({ ...room, kib: room.room === 'ui' ? 2.9 : 5 })) },
  ],
  [
    'room @maker/library: 4.00 KiB, 4.00 more',
    { rooms: budget().rooms.filter(({ room }) => room !== 'library') },
  ],
])('says %s', (said, changes) => {
  expect(problemsWith(budget(changes))).toEqual([expect.stringContaining(said)]);
});
