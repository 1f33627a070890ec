import type { CommandContext } from '#service/commands/context.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import type { Author } from '#service/domain/history.ts';
import type { IpRestrictionStore } from '#service/domain/ip-restrictions.ts';
import { OperatorError } from '#service/domain/operator-error.ts';
import { readPolicies, readRoutes } from '#service/domain/route-file.ts';
import {
  importPolicies,
  importRoutes,
  removePolicies,
  removeRoutes,
  type Imported,
} from '#service/domain/inventory.ts';
import { toTimestamp } from '#service/domain/time.ts';
import { commandAuthor, openExclusive, openShared, withData } from '#service/data.ts';
import { readTextFile } from '#service/text-file.ts';

/** These commands may run while a server runs. */
export const importRouteFile = importing('Routes', readRoutes, importRoutes);
export const importPolicyFile = importing('IP policies', readPolicies, importPolicies);

function importing<Entry>(
  what: string,
  parse: (text: string) => Entry[],
  add: (store: IpRestrictionStore, entries: Entry[], author: Author) => Promise<Imported>,
) {
  return async ({ settings, print }: CommandContext, path: string): Promise<void> => {
    const entries = readImport(path, parse);
    await withData(openShared(settings), async (data) => {
      const { stores, place } = data;
      const imported = await add(stores.ipRestrictions, entries, await commandAuthor(data));
      const { added, changed, same, sharedLabels = [] } = imported;
      print(`${what} in ${place}: ${added} added, ${changed} changed, ${same} as before.`);
      for (const [label, ids] of sharedLabels)
        print(`${ids.length} routes have the label "${label}": ${ids.join(', ')}.`);
    });
  };
}

/** These commands may run while a server runs; they remove all of the ids or none. */
export const removeRoutesById = removal(removeRoutes);
export const removePoliciesById = removal(removePolicies);

function removal(remove: typeof removeRoutes) {
  return ({ settings, print }: CommandContext, ids: string[]) =>
    withData(openShared(settings), async (data) => {
      await remove(data.stores.ipRestrictions, ids, await commandAuthor(data));
      print(`Removed from ${data.place}: ${ids.join(', ')}.`);
    });
}

export const addDemoData = ({ settings, print }: CommandContext, botUsers: number) =>
  withData(openExclusive(settings), async ({ stores, database, newId, place }) => {
    if ((await stores.botUsers.lastId()) !== undefined)
      throw new OperatorError(
        'There are bot users already: demonstration data needs an account without.',
      );
    if (await stores.account.isDemonstration())
      throw new OperatorError('There is demonstration data already: demo --clear removes it.');
    const now = await database.now();
    const content = demoAccount(now, newId, botUsers);
    await stores.account.add(toTimestamp(now), content);
    print(
      `Added ${botUsers} bot users, ${content.routes.length} routes and ${content.ipPolicies.length} IP policies to ${place}.`,
    );
  });

/** This command may run while a server runs. */
export const clearDemoData = ({ settings, print }: CommandContext) =>
  withData(openShared(settings), async (data) => {
    const { stores, place } = data;
    if (!(await stores.account.isDemonstration()))
      throw new OperatorError(`There is no demonstration data in ${place}.`);
    const usedPolicies = await stores.account.clearDemonstration(await commandAuthor(data));
    print(`Removed the demonstration data from ${place}.`);
    if (usedPolicies.length > 0)
      print(`IP policies that stay, because a module uses them: ${usedPolicies.join(', ')}.`);
  });

function readImport<Entry>(path: string, parse: (text: string) => Entry[]): Entry[] {
  const text = readTextFile(path);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`${error.message} Nothing was imported.`, { cause: error });
  }
}
