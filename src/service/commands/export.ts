import { routeKey } from '#bulk/route-ids.ts';
import { toCsv } from '#bulk/write-csv.ts';
import { printable } from '#client/curl.ts';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { ifThere, withAccount, type Account } from '#service/commands/account.ts';
import type { CommandContext } from '#service/commands/context.ts';
import { loadBotUsers, readRoutes } from '#service/commands/load.ts';
import { OperatorError } from '#service/domain/errors.ts';

/** What can be exported, with the columns in which `planFile` reads it. */
const COLUMNS: Record<string, readonly string[]> = {
  'bot-users': ['id', 'name', 'active'],
  routes: ['edge_id', 'id', 'label', 'enabled', 'ip_policy_ids'],
};
export const EXPORTED = Object.keys(COLUMNS);
export const EXPORT_FORMATS = ['csv', 'json', 'jsonl'];

type Row = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Writes what the account has, as `planFile` reads it. */
export const exportAll = (
  context: CommandContext,
  what: string,
  { url, format }: { url?: URL; format: string },
): Promise<void> =>
  withAccount(context, url, async (account) => {
    const rows = await (what === 'routes' ? routeRows : botUserRows)(account);
    await context.write(textOf(rows, COLUMNS[what] ?? [], format));
  });

/** Without what a service may say besides. */
const botUserRows = async (account: Account): Promise<Row[]> =>
  (await loadBotUsers(account)).map(({ id, name, active }) => ({ id, name, active }));

/** A route without an IP restriction has none of its fields; what the service no longer has is left out. */
async function routeRows(account: Account): Promise<Row[]> {
  const { routes } = inventoryEndpoints;
  const known = await ifThere((options) => account.callInventory(routes, {}, options));
  if (known === undefined)
    throw new OperatorError(
      'The service does not list its routes: name the address of a Gatehouse with --url, or write the file by hand, with the columns edge_id, id, enabled, ip_policy_ids.',
    );
  const reads = await readRoutes(account, known.routes);
  return known.routes.flatMap((route) => {
    const read = reads.get(routeKey(route));
    if (read === undefined || read instanceof Error)
      throw new OperatorError(`The route ${route.id} cannot be read: ${account.reasonOf(read)}`);
    return read.missing ? [] : [{ ...route, ...read.restriction }];
  });
}

function textOf(rows: readonly Row[], columns: readonly string[], format: string): string {
  // A terminal would act on what a spreadsheet only shows.
  const shown = process.stdout.isTTY ? printable : String;
  const cells = (row: Row) => columns.map((column) => shown(String(row[column] ?? '')));
  if (format === 'csv') return toCsv([columns, ...rows.map(cells)]);
  const lines = rows.map((row) => printable(JSON.stringify(row, [...columns])));
  if (format === 'jsonl') return lines.map((line) => `${line}\n`).join('');
  return `[\n${lines.map((line) => `  ${line}`).join(',\n')}\n]\n`;
}
