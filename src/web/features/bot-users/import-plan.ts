import { readDesiredFile, type DesiredFile } from '#bulk/desired-file.ts';
import type { Plan } from '#bulk/job.ts';
import { planBotUsers } from '#bulk/plan-file.ts';
import { FIRST_PAGE } from '#contract/page.ts';
import { queryClient } from '#web/api/query-client.ts';
import { loadAll, loader } from '#web/features/bot-users/loader.ts';
import {
  botUserList,
  listEnd,
  loadedPages,
  loadedRows,
  readListPage,
  setPages,
} from '#web/features/bot-users/queries.ts';
import { refreshBotUsers } from '#web/features/bot-users/refresh.ts';
import { session } from '#web/session/session.ts';

/** Why nothing can be planned of a list, without a full stop. */
export class ListFault extends Error {
  /** What of the plan is in the way. */
  lines: string[] = [];
}

export const OF_ROUTES =
  'This is a list of routes: “Add routes” and the command gatehouse plan read it';

const OLD_MS = 15 * 60_000;

/** Whether others may have changed much of what is loaded since it was read. */
export const isAccountOld = () =>
  loadedPages().some(({ readAt }) => Math.abs(Date.now() - readAt) > OLD_MS);

/**
 * Loads the account to its end, and plans what makes it as the text says.
 *
 * @throws {ListFault}
 * @throws {Error} why the account is not known to its end; what was loaded stays for the next try
 */
export async function planImport(text: string, deletesMissing: boolean): Promise<Plan> {
  if (text.trim() === '') throw new ListFault('Enter at least one bot user, or choose a file');
  const list = botUsersIn(await readDesiredFile(text));
  if (deletesMissing && list.unreadable.length > 0)
    throw new ListFault('Nothing can be deleted while lines cannot be read: correct them');
  if (loadedPages().length === 0) await queryClient.infiniteQuery(botUserList);
  if (isAccountOld()) setPages([await readListPage(FIRST_PAGE, { signal: session.signal() })]);
  if (listEnd() === undefined) await loadAll();
  // What was created elsewhere stands at the top; after too much of it the list begins anew.
  if (listEnd() !== undefined) await refreshBotUsers();
  if (listEnd() === undefined)
    throw loader.get().error ?? new Error('Not all is loaded. Press Continue to load the rest');
  const isWhole = listEnd() === 'last' && loadedPages().every(({ unreadable }) => unreadable === 0);
  if (deletesMissing && !isWhole)
    throw new Error('Nothing can be deleted: some bot users of the account cannot be read');
  const plannedAt = Math.min(...loadedPages().map(({ readAt }) => readAt));
  const lines = await planBotUsers(list, loadedRows(), { deletesMissing });
  const inTheWay = lines.filter(({ kind }) => deletesMissing && kind === 'conflict');
  if (inTheWay.length > 0) {
    const fault = new ListFault('Nothing can be deleted while lines conflict');
    fault.lines = inTheWay.map(({ note = '' }) => note);
    throw fault;
  }
  return { target: 'bot-user', lines, plannedAt, ...(deletesMissing && { deletesMissing }) };
}

function botUsersIn({ target, list }: DesiredFile) {
  if (target === 'route') throw new ListFault(OF_ROUTES);
  if (list.items.length > 0) return list;
  if (list.unreadable.length > 0) throw new ListFault('No line can be read');
  throw new ListFault('There is no bot user in this list');
}
