import type { CommandContext } from '#service/commands/context.ts';
import { commandAuthor, openAccount, withData, type OpenData } from '#service/data.ts';
import { OperatorError } from '#service/domain/errors.ts';
import type { Author } from '#service/domain/history.ts';
import { readShared } from '#service/domain/route-file.ts';
import { readText } from '#service/text-file.ts';

type Store = OpenData['stores']['ipRestrictions'];

// These commands may run while a server runs. They change all that is asked for or nothing.

/** @param work returns what is printed of it, with the place of the data */
const change = (
  { settings, print }: CommandContext,
  work: (store: Store, author: Author, place: string) => Promise<string>,
) =>
  withData(openAccount(settings, { shared: true }), async (data) =>
    print(await work(data.stores.ipRestrictions, await commandAuthor(data), data.place)),
  );

/** Adds routes, and updates labels of existing ones; removes none. */
export async function importRouteFile(context: CommandContext, path: string): Promise<void> {
  const { routes } = readShared(readText(path), 'routes');
  await change(context, async (store, author, place) => {
    const edges = new Map((await store.routes()).map(({ id, edge_id }) => [id, edge_id]));
    const moved = routes.find(({ id, edge_id }) => (edges.get(id) ?? edge_id) !== edge_id);
    if (moved !== undefined)
      throw new OperatorError(
        `The route ${moved.id} is on the edge ${edges.get(moved.id)} already. Nothing was imported.`,
      );
    const imported = await store.addRoutes(routes, author);
    return `Routes in ${place}: ${countsText(imported, routes)}`;
  });
}

/** Adds policies, and updates descriptions of existing ones; removes none. */
export async function importPolicyFile(context: CommandContext, path: string): Promise<void> {
  const { ip_policies } = readShared(readText(path), 'ip_policies');
  const policies = ip_policies.map(({ id, name: description }) => ({ id, description }));
  await change(context, async (store, author, place) => {
    const imported = await store.addPolicies(policies, author);
    return `IP policies in ${place}: ${countsText(imported, policies)}`;
  });
}

/** Such as `2 added, 0 changed, 1 as before.` */
const countsText = ({ added, changed }: Record<'added' | 'changed', number>, all: unknown[]) =>
  `${added} added, ${changed} changed, ${all.length - added - changed} as before.`;

/** With their modules, and with edges that have no route left. */
export const removeRoutesById = (context: CommandContext, ids: string[]) =>
  change(context, async (store, author, place) => {
    refuseUnknown('route', ids, await store.routes());
    await store.removeRoutes(ids, author);
    return removedText(ids, place);
  });

export const removePoliciesById = (context: CommandContext, ids: string[]) =>
  change(context, async (store, author, place) => {
    refuseUnknown('IP policy', ids, await store.policies());
    for (const id of ids) {
      const users = await store.usersOf(id);
      if (users.length > 0)
        throw new OperatorError(
          `The IP policy ${id} is used by the routes ${users.map((route) => `${route.id} (${route.label})`).join(', ')}: take it out there first. Nothing was removed.`,
        );
    }
    await store.removePolicies(ids, author);
    return removedText(ids, place);
  });

const removedText = (ids: string[], place: string) => `Removed from ${place}: ${ids.join(', ')}.`;

function refuseUnknown(what: string, ids: string[], known: { id: string }[]): void {
  const unknown = ids.find((id) => known.every((each) => each.id !== id));
  if (unknown !== undefined)
    throw new OperatorError(`There is no ${what} ${unknown}. Nothing was removed.`);
}
