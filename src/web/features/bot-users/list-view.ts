import type { Asked, Sort, Status } from '#web/features/bot-users/use-shown-rows.ts';

/** How the loaded rows are shown, as the address holds it: `q`, `status`, `from`, `to`, `sort`. */
export type ListView = Omit<Asked, 'only' | 'keptId'>;

const STATUSES: readonly Status[] = ['all', 'active', 'inactive'];
const SORTS: readonly Sort[] = ['', 'name', '-name', 'created', '-created'];

/** Whatever cannot be read means the default. */
export const readListView = (search: URLSearchParams, text: string): ListView => ({
  text,
  status: STATUSES.find((each) => each === search.get('status')) ?? 'all',
  from: dayOf(search.get('from')),
  to: dayOf(search.get('to')),
  sort: SORTS.find((each) => each === search.get('sort')) ?? '',
});

/** A day of the calendar, else an empty text. */
function dayOf(text: string | null): string {
  const day = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '';
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : '';
}

/** Whether some rows may be left out. */
export const hasFilter = ({ text, status, from, to }: ListView) =>
  text.trim() !== '' || status !== 'all' || from !== '' || to !== '';

/** What the address gets so that no row is left out. */
export const CLEARED_FILTER = { q: '', status: '', from: '', to: '' };

/** Why no day matches. The days stay as they were typed, since the other one may still be on its way. */
export const dateProblem = ({ from, to }: Pick<ListView, 'from' | 'to'>) =>
  from !== '' && to !== '' && from > to ? 'The first day is after the last day.' : undefined;
