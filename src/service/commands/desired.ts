import { buffer } from 'node:stream/consumers';
import { createBotUserTarget } from '#bulk/bot-user-target.ts';
import {
  decodeText,
  holdsKey,
  readDesiredFile,
  type DesiredFile,
  type WantedBotUser,
  type WantedRoute,
} from '#bulk/desired-file.ts';
import { isChange, type PlanLine, type TargetKind } from '#bulk/job.ts';
import { planBotUsers, planRoutes } from '#bulk/plan-file.ts';
import type { ReadList } from '#bulk/read-list.ts';
import { fetchRestriction, sendRestriction } from '#bulk/restriction.ts';
import { routeIdsOf } from '#bulk/route-ids.ts';
import { createRouteTarget } from '#bulk/route-target.ts';
import { printable } from '#client/curl.ts';
import { inventoryEndpoints, type SharedRoute } from '#contract/inventory.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { apiKey, ifThere, withAccount, type Account } from '#service/commands/account.ts';
import { carryOut } from '#service/commands/carry-out.ts';
import type { CommandContext } from '#service/commands/context.ts';
import { loadBotUsers, readRoutes } from '#service/commands/load.ts';
import { count, idText, lineText, summaryOf } from '#service/commands/plan-text.ts';
import { OperatorError } from '#service/domain/errors.ts';
import { isProtectedRoute } from '#service/domain/protection.ts';
import { readBytes, readRoutesFile } from '#service/text-file.ts';

interface Wanted {
  url?: URL;
  deleteMissing?: true;
  json?: true;
  yes?: true;
}

/** Prints what would change. @returns exit code: 0 for no change, 2 for changes, 1 where a line conflicts */
export const planFile = (context: CommandContext, path: string, wanted: Wanted) =>
  withPlan(context, path, wanted, async (_account, _plan, changes) => (changes.length > 0 ? 2 : 0));

/** Makes the account as a file says. @returns exit code: 0 where all that it says holds now */
export const applyFile = (context: CommandContext, path: string, wanted: Wanted) =>
  withPlan(context, path, wanted, async (account, plan, changes) => {
    if (changes.length === 0) return 0;
    if (wanted.yes || (await isAgreed(account, changes)))
      return (await carryOut(account, plan, changes)) ? 0 : 1;
    account.print('Nothing was applied.');
    return 1;
  });

type Work = (account: Account, plan: FilePlan, changes: readonly PlanLine[]) => Promise<number>;

/** Prints the plan of a file, then does the work. A line that conflicts makes the exit code 1. */
async function withPlan(context: CommandContext, path: string, wanted: Wanted, work: Work) {
  const file = await readFile(context, path, wanted);
  return withAccount(context, wanted.url, async (account) => {
    const plan = await makePlan(account, file, wanted);
    const { kind: target, lines, stays } = plan;
    if (wanted.json) context.print(jsonOf(plan));
    else {
      for (const line of lines)
        if (line.kind !== 'no-change') context.print(lineText(target, line));
      context.print(summaryOf(lines, stays));
    }
    const conflicts = lines.filter(({ kind }) => kind === 'conflict').length;
    if (conflicts === 0) return work(account, plan, lines.filter(isChange));
    context.warn(
      wanted.deleteMissing
        ? 'Nothing is applied with --delete-missing while a line conflicts: correct the file, or leave the flag out.'
        : `${count(conflicts, 'line')} of the file cannot be done: correct the file. The other lines can.`,
    );
    if (!wanted.deleteMissing) await work(account, plan, lines.filter(isChange));
    return 1;
  });
}

/** A file with a key is refused without repeating the key: whoever reads the output need not have it. */
async function readFile(
  { settings, warn }: CommandContext,
  path: string,
  { deleteMissing }: Wanted,
) {
  const shown = holdsKey(path, () => false) ? 'whose path holds an API key' : printable(path);
  const bytes = path === '-' ? await buffer(process.stdin) : readBytes(path, `The file ${shown}`);
  const text = decodeText(bytes);
  const keys = [apiKey(), settings.firstApiKey].filter((key) => key !== undefined);
  if (holdsKey(text, (plain) => keys.some((key) => key.length >= 8 && plain.includes(key))))
    throw new OperatorError(
      'There is an API key in the file, so it is not used: take the key out, and revoke it if others can read the file.',
    );
  if (text.includes('\0'))
    throw new OperatorError('The file is no text: save it as CSV, JSON or JSON Lines.');
  const file = await readDesiredFile(text);
  const { items, unreadable, unused, head } = file.list;
  if (unused.size > 0) warn(`Not used: ${printable([...unused].join(', '))}.`);
  if (items.length + unreadable.length === 0)
    throw new OperatorError('There is nothing in the file: what makes it may have failed.');
  // Any text could be a list of names.
  if (head === undefined)
    throw new OperatorError(
      'The file has no headings: begin it with a line such as id,name,active.',
    );
  if (deleteMissing && file.target === 'route')
    throw new OperatorError(
      '--delete-missing is for bot users, and the file is a list of routes: leave it out.',
    );
  return file;
}

/** What makes the account as a file says. */
type FilePlan = Awaited<ReturnType<typeof makePlan>>;

async function makePlan(account: Account, file: DesiredFile, wanted: Wanted) {
  const plannedAt = Date.now();
  const isProtected = await readProtection(account, file.target);
  const { target, lines, stays } =
    file.target === 'route'
      ? await planForRoutes(account, file.list)
      : await planForBotUsers(account, file.list, wanted.deleteMissing === true);
  const allowed = lines.map((line): PlanLine => {
    if (!isChange(line) || !isProtected(line)) return line;
    // The file does not ask for it by name.
    if (line.kind === 'delete') return { ...line, after: line.before, kind: 'no-change' };
    return { ...line, kind: 'conflict', note: 'Protected by the operator.' };
  });
  return { kind: file.target, target, plannedAt, lines: allowed, stays };
}

async function planForBotUsers(
  account: Account,
  list: ReadList<WantedBotUser>,
  deletesMissing: boolean,
) {
  const rows = await loadBotUsers(account);
  const lines = await planBotUsers(list, rows, { deletesMissing });
  const known = new Set(rows.map(({ id }) => id));
  const named = new Set(lines.map(({ id }) => id));
  const target = createBotUserTarget({
    call: account.call,
    publish: () => {},
    beginCreate: (name) => ({ name, since: Date.now(), isKnown: (id) => known.has(id) }),
  });
  return { target, lines, stays: rows.filter(({ id }) => !named.has(id)).length };
}

async function planForRoutes(account: Account, list: ReadList<WantedRoute>) {
  const { call, reasonOf } = account;
  const routes = list.items.map(({ item }) => item);
  const lines = planRoutes(list, await readRoutes(account, routes), reasonOf);
  const target = createRouteTarget({
    read: (route, options) => fetchRestriction(call, route, options),
    write: (...change) => sendRestriction(call, ...change),
  });
  return { target, lines, stays: 0 };
}

/** By the settings, and by what a Gatehouse at that address tells. */
async function readProtection(account: Account, target: TargetKind) {
  const { protection } = inventoryEndpoints;
  const told = await ifThere((options) => account.callInventory(protection, {}, options));
  const all = [account.settings.protection, ...(told ? [told] : [])];
  const botUsers = all.flatMap(({ protected_bot_users }) => protected_bot_users);
  // What is created is not protected yet.
  if (target === 'bot-user')
    return ({ id, label, before }: PlanLine) => before !== null && matchesAny(botUsers, id, label);
  const patterns = all.flatMap(({ protected_routes }) => protected_routes);
  const shared = patterns.length > 0 ? await readSharedRoutes(account) : [];
  return ({ id }: PlanLine) => isProtectedRoute(patterns, routeIdsOf(id), shared);
}

/** Routes that everybody sees: those of the settings, and of a Gatehouse at that address. */
async function readSharedRoutes({ settings, callInventory }: Account): Promise<SharedRoute[]> {
  const { routes } = inventoryEndpoints;
  const told = await ifThere((options) => callInventory(routes, {}, options));
  return [...readRoutesFile(settings.routesFile).routes, ...(told?.routes ?? [])];
}

/** Without what a terminal acts on: a text of JSON may hold it. */
function jsonOf({ kind: target, lines }: FilePlan): string {
  const shown = ({ kind, id, label: name, before, after, note }: PlanLine) => {
    return { kind, id: idText(target, id), name, before, after, ...(note && { note }) };
  };
  const changes = lines.filter(isChange).map(shown);
  const conflicts = lines.filter(({ kind }) => kind === 'conflict').map(shown);
  const unchanged = lines.length - changes.length - conflicts.length;
  return printable(JSON.stringify({ target, changes, conflicts, unchanged }));
}

async function isAgreed({ ask }: CommandContext, changes: readonly PlanLine[]): Promise<boolean> {
  if (ask === undefined)
    throw new OperatorError(
      'Nothing was applied: there is no terminal to ask at. With --yes it applies without asking.',
    );
  const deletions = String(changes.filter(({ kind }) => kind === 'delete').length);
  const what = `Apply ${count(changes.length, 'change')}`;
  if (deletions === '0') return /^y(es)?$/i.test((await ask(`${what}? [y/N] `)).trim());
  const typed = await ask(`${what}, with deletions? Type how many are deleted (${deletions}): `);
  return typed.trim() === deletions;
}
