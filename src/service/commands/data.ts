import type { CommandContext } from '#service/commands/context.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { CommandError } from '#service/domain/command-error.ts';
import { readPolicies, readRoutes } from '#service/domain/route-file.ts';
import { importPolicies, importRoutes, type Imported } from '#service/domain/imports.ts';
import { toTimestamp } from '#service/domain/time.ts';
import { openBesideServer, openForGood, withAccount } from '#service/account.ts';
import { restoreBackup, writeBackup } from '#service/storage/backup.ts';
import { readTextFile } from '#service/text-file.ts';

/** Also while a server runs. */
export async function importRouteFile(
  { settings, print }: CommandContext,
  path: string,
): Promise<void> {
  const routes = readImport(path, readRoutes);
  await withAccount(openBesideServer(settings), async ({ stores }) =>
    print(toLine('route', await importRoutes(stores.ipRestrictions, routes))),
  );
}

/** Also while a server runs. */
export async function importPolicyFile(
  { settings, print }: CommandContext,
  path: string,
): Promise<void> {
  const policies = readImport(path, readPolicies);
  await withAccount(openBesideServer(settings), async ({ stores }) =>
    print(toLine('IP policy', await importPolicies(stores.ipRestrictions, policies))),
  );
}

export const addDemoData = ({ settings, print }: CommandContext, botUsers: number) =>
  withAccount(openForGood(settings), async ({ stores, newId }) => {
    if ((await stores.botUsers.lastId()) !== undefined)
      throw new CommandError(
        'There are bot users already: demonstration data needs an account without.',
      );
    const now = new Date();
    const content = demoAccount(now, newId, botUsers);
    await stores.account.add(toTimestamp(now), content);
    print(
      `Added ${botUsers} bot users, ${content.routes.length} routes and ${content.ipPolicies.length} IP policies.`,
    );
  });

/** Also while a server runs: it holds one moment. */
export const backUp = ({ settings, print }: CommandContext, path: string) =>
  withAccount(openBesideServer(settings, { existing: true }), async ({ database }) =>
    print(`Wrote ${await writeBackup(database, path)} rows to ${path}.`),
  );

export const restore = ({ settings, print }: CommandContext, path: string) =>
  withAccount(openForGood(settings), async ({ database }) =>
    print(`Restored ${await restoreBackup(database, path)} rows from ${path}.`),
  );

/** Before the data is opened, which may make it. */
function readImport<Entry>(path: string, parse: (text: string) => Entry[]): Entry[] {
  const text = readTextFile(
    path,
    (reason) => new CommandError(`The file ${path} cannot be read (${reason}): check its path.`),
  );
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`${error.message} Nothing was imported.`, { cause: error });
  }
}

const toLine = (what: string, { added, changed, same }: Imported) =>
  `${what}: ${added} added, ${changed} changed, ${same} as before.`;
