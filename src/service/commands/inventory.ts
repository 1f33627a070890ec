import type { CommandContext } from '#service/commands/context.ts';
import { commandAuthor, openShared, withData } from '#service/data.ts';
import type { Author } from '#service/domain/history.ts';
import type { Imported, IpRestrictionStore, RouteRecord } from '#service/domain/ip-restrictions.ts';
import { OperatorError } from '#service/domain/errors.ts';
import { readPolicies, readRoutes } from '#service/domain/route-file.ts';
import { readBytes } from '#service/text-file.ts';

// These commands may run while a server runs. They change all that is asked for or nothing.

/** Adds routes, and updates labels of existing ones; removes none. */
export const importRouteFile = importing('Routes', readRoutes, async (store, routes, author) => {
  const before = await store.routes();
  const edges = new Map(before.map(({ id, edge_id }) => [id, edge_id]));
  const moved = routes.find(({ id, edge_id }) => (edges.get(id) ?? edge_id) !== edge_id);
  if (moved !== undefined)
    throw new OperatorError(
      `The route ${moved.id} is on the edge ${edges.get(moved.id)} already. Nothing was imported.`,
    );
  const imported = await store.addRoutes(routes, author);
  return [countsText(imported, routes), ...findSharedLabels(await store.routes(), routes)];
});

/** Labels of the imported routes by which people cannot tell routes apart. */
function findSharedLabels(all: RouteRecord[], imported: RouteRecord[]): string[] {
  const byLabel = new Map(imported.map(({ label }) => [label, [] as string[]]));
  for (const { label, id } of all) byLabel.get(label)?.push(id);
  return [...byLabel]
    .filter(([, ids]) => ids.length > 1)
    .map(([label, ids]) => `${ids.length} routes have the label "${label}": ${ids.join(', ')}.`);
}

/** Adds policies, and updates descriptions of existing ones; removes none. */
export const importPolicyFile = importing(
  'IP policies',
  readPolicies,
  async (store, policies, author) => [
    countsText(await store.addPolicies(policies, author), policies),
  ],
);

/** Such as `2 added, 0 changed, 1 as before.` */
const countsText = ({ added, changed }: Imported, all: unknown[]) =>
  `${added} added, ${changed} changed, ${all.length - added - changed} as before.`;

type Work<Given, Result> = (
  store: IpRestrictionStore,
  given: Given[],
  author: Author,
) => Promise<Result>;

/** @param add returns what it has done, and further lines */
function importing<Entry>(
  what: string,
  parse: (text: string) => Entry[],
  add: Work<Entry, string[]>,
) {
  return async ({ settings, print }: CommandContext, path: string): Promise<void> => {
    const entries = readImport(path, parse);
    await withData(openShared(settings), async (data) => {
      const { stores, place } = data;
      const lines = await add(stores.ipRestrictions, entries, await commandAuthor(data));
      print(`${what} in ${place}: ${lines.join('\n')}`);
    });
  };
}

function readImport<Entry>(path: string, parse: (text: string) => Entry[]): Entry[] {
  const text = readBytes(path).toString();
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(`${error.message} Nothing was imported.`, { cause: error });
  }
}

/** With their modules, and with edges that have no route left. */
export const removeRoutesById = removal(async (store, ids, author) => {
  refuseUnknown('route', ids, await store.routes());
  await store.removeRoutes(ids, author);
});

export const removePoliciesById = removal(async (store, ids, author) => {
  refuseUnknown('IP policy', ids, await store.policies());
  for (const id of ids) {
    const users = await store.usersOf(id);
    if (users.length > 0)
      throw new OperatorError(
        `The IP policy ${id} is used by the routes ${users.map((route) => `${route.id} (${route.label})`).join(', ')}: take it out there first. Nothing was removed.`,
      );
  }
  await store.removePolicies(ids, author);
});

function removal(remove: Work<string, void>) {
  return ({ settings, print }: CommandContext, ids: string[]) =>
    withData(openShared(settings), async (data) => {
      await remove(data.stores.ipRestrictions, ids, await commandAuthor(data));
      print(`Removed from ${data.place}: ${ids.join(', ')}.`);
    });
}

function refuseUnknown(what: string, ids: string[], known: { id: string }[]): void {
  const unknown = ids.find((id) => known.every((each) => each.id !== id));
  if (unknown !== undefined)
    throw new OperatorError(`There is no ${what} ${unknown}. Nothing was removed.`);
}
