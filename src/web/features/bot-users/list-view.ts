export type Status = 'all' | 'active' | 'inactive';
/** Empty: the order of the service. */
export type Sort = '' | 'name' | '-name' | 'created' | '-created';

/** How the loaded rows are shown, as the address holds it: `q`, `status`, `sort`. */
export type ListView = { text: string; status: Status; sort: Sort };

const STATUSES: readonly Status[] = ['all', 'active', 'inactive'];
const SORTS: readonly Sort[] = ['', 'name', '-name', 'created', '-created'];

/** Whatever cannot be read means the default. */
export const readListView = (search: URLSearchParams, text: string): ListView => ({
  text,
  status: STATUSES.find((each) => each === search.get('status')) ?? 'all',
  sort: SORTS.find((each) => each === search.get('sort')) ?? '',
});

/** Whether some rows may be left out. */
export const hasFilter = ({ text, status }: ListView) => text.trim() !== '' || status !== 'all';
