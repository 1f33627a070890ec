export type Status = 'all' | 'active' | 'inactive';
export type Sort = 'name' | '-name' | 'created' | '-created' | 'service';

/** How the loaded rows are shown; lives in the address, where whatever cannot be read means the default. */
export type ListView = {
  q: string;
  status: Status;
  /** First and last day of creation, `yyyy-mm-dd` where the reader is; empty for no bound. */
  from: string;
  to: string;
  /** A name group, the empty one is that of the names without a prefix; `null` for all of them. */
  group: string | null;
  /** Only rows that have the look of another one. */
  duplicates: boolean;
  sort: Sort;
  by: 'rows' | 'groups';
};

/** No group is called so: a group's name does not end in a separator. */
const NO_PREFIX = '-';

const STATUSES: readonly Status[] = ['all', 'active', 'inactive'];
const SORTS: readonly Sort[] = ['name', '-name', 'created', '-created', 'service'];

/** Without a schema: it is read before the first rows. */
export function readListView(search: URLSearchParams): ListView {
  const { q, status, from, to, group, duplicates, sort, by }: Partial<Record<string, string>> =
    Object.fromEntries(search);
  return {
    q: q ?? '',
    status: STATUSES.find((each) => each === status) ?? 'all',
    from: dayOf(from),
    to: dayOf(to),
    group: group === NO_PREFIX ? '' : group || null,
    duplicates: duplicates === '1',
    sort: SORTS.find((each) => each === sort) ?? 'service',
    by: by === 'groups' ? by : 'rows',
  };
}

/** A day that there is, else none. */
function dayOf(text = ''): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined;
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : '';
}

/** A part of the view as the address writes it: defaults are left out, as empty texts. */
export function listViewParams(view: Partial<ListView>): Record<string, string> {
  const { q, status, from, to, group, duplicates, sort, by } = view;
  return {
    ...(q !== undefined && { q }),
    ...(status && { status: status === 'all' ? '' : status }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(group !== undefined && { group: group === null ? '' : group || NO_PREFIX }),
    ...(duplicates !== undefined && { duplicates: duplicates ? '1' : '' }),
    ...(sort && { sort: sort === 'service' ? '' : sort }),
    ...(by && { by: by === 'rows' ? '' : by }),
  };
}

/** Whether some rows may be left out. */
export const hasFilter = ({ q, status, from, to, group, duplicates }: ListView) =>
  q.trim() !== '' || status !== 'all' || from !== '' || to !== '' || group !== null || duplicates;

/** What the address has to get so that no row is left out. */
export const clearedFilter = () =>
  listViewParams({ q: '', status: 'all', from: '', to: '', group: null, duplicates: false });

/** Why no day matches. The days stay as they were typed: one of them is still on its way. */
export const dateProblem = ({ from, to }: ListView) =>
  from !== '' && to !== '' && from > to ? 'The first day is after the last day.' : undefined;

/** Header buttons go ascending, descending, off. */
export function nextSort(sort: Sort, column: 'name' | 'created'): Sort {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? 'service' : column;
}

export const ariaSort = (sort: Sort, column: 'name' | 'created') =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
