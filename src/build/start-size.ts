import { SourceMap, type SourceMapPayload } from 'node:module';
import type { StartBudget } from '#build/start-budget.ts';

/** A file of the start: `bytes` on the wire, and for a script of the app where its code is from. */
export type StartFile = { name: string; bytes: number; code?: string; map?: SourceMapPayload };

/** What a person waits for: bytes in all and by room, and requests. */
export type StartSize = {
  form: number;
  rows: number;
  requests: number;
  rooms: Record<string, number>;
};

const KIB = 1024;
/** What the service answers before there are rows: `config.json` and the first page of the list. */
const ANSWERS = 2;

/**
 * @param form what the browser fetches by itself
 * @param more what the first rows need besides
 */
export function startSize(form: StartFile[], more: StartFile[], budget: StartBudget): StartSize {
  const files = [...form, ...more];
  const rooms: Record<string, number> = {};
  for (const file of files)
    for (const [source, bytes] of Object.entries(bytesBySource(file))) {
      const room = budget.rooms.find(({ holds }) => holds.test(source))?.room ?? nameOf(source);
      rooms[room] = (rooms[room] ?? 0) + bytes;
    }
  const sum = (of: StartFile[]) => of.reduce((all, { bytes }) => all + bytes, 0);
  return { form: sum(form), rows: sum(files), requests: files.length + ANSWERS, rooms };
}

/** The packed size of a script is shared out by what each source has of it unpacked. */
function bytesBySource({ name, bytes, code = '', map }: StartFile): Record<string, number> {
  if (map === undefined) return { [name]: bytes };
  const sources = new SourceMap(map);
  const shares: Record<string, number> = {};
  code.split(/(?<=\n)/).forEach((line, row) => {
    for (let column = 0; column < line.length; column += 1) {
      const entry = sources.findEntry(row, column);
      // What the bundler adds is from nowhere.
      const source = ('originalSource' in entry && entry.originalSource) || 'bundler';
      shares[source] = (shares[source] ?? 0) + bytes / code.length;
    }
  });
  return shares;
}

/** What no room holds goes by its package or file. */
const nameOf = (source: string) =>
  source.replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+).*$/, '$1').replace(/^.*?(?=src\/)/, '');

/** @returns a line for each limit that is broken */
export function budgetProblems({ form, rows, requests, rooms }: StartSize, budget: StartBudget) {
  const limits: [string, number, number][] = [
    ['the form', form / KIB, budget.form.kib],
    ['the rows', rows / KIB, budget.rows.kib],
    ...Object.entries(rooms).map(([name, bytes]): [string, number, number] => {
      const kib = budget.rooms.find(({ room }) => room === name)?.kib ?? 0;
      return [`room ${name}`, bytes / KIB, kib];
    }),
  ];
  const problems = limits
    .filter(([, kib, most]) => kib > most)
    .map(([what, kib, most]) => {
      const more = (kib - most).toFixed(2);
      return `${what}: ${kib.toFixed(2)} KiB, ${more} more than its budget. ${ADVICE}`;
    });
  if (requests > budget.requests.most)
    problems.push(`${requests} requests, not ${budget.requests.most}. ${ADVICE}`);
  return problems;
}

const ADVICE = 'Make it smaller, or raise it in src/build/start-budget.ts, with the reason.';
