import type { Author } from '#service/domain/history.ts';
import type {
  IpPolicyRecord,
  IpRestrictionStore,
  RouteRecord,
} from '#service/domain/ip-restrictions.ts';
import { OperatorError } from '#service/domain/operator-error.ts';

export interface Imported {
  added: number;
  changed: number;
  same: number;
  /** Labels by which people cannot tell routes apart, with the ids of the routes. */
  sharedLabels?: [label: string, ids: string[]][];
}

/**
 * Adds routes, and updates labels of existing ones; removes none.
 *
 * @throws {OperatorError} a route is on another edge already; nothing is imported then
 */
export async function importRoutes(
  store: IpRestrictionStore,
  routes: RouteRecord[],
  author: Author,
): Promise<Imported> {
  const before = await store.routes();
  const edges = new Map(before.map(({ id, edge_id }) => [id, edge_id]));
  const moved = routes.find(({ id, edge_id }) => (edges.get(id) ?? edge_id) !== edge_id);
  if (moved !== undefined)
    throw new OperatorError(
      `The route ${moved.id} is on the edge ${edges.get(moved.id)} already. Nothing was imported.`,
    );
  await store.addRoutes(routes, before, author);
  const sharedLabels = findSharedLabels(await store.routes(), routes);
  return { ...compare(before, routes, ({ label }) => label), sharedLabels };
}

/** Labels of the imported routes that several routes now have. */
function findSharedLabels(all: RouteRecord[], imported: RouteRecord[]) {
  const byLabel = new Map(imported.map(({ label }) => [label, [] as string[]]));
  for (const { label, id } of all) byLabel.get(label)?.push(id);
  return [...byLabel].filter(([, ids]) => ids.length > 1);
}

/** Adds policies, and updates descriptions of existing ones; removes none. */
export async function importPolicies(
  store: IpRestrictionStore,
  policies: IpPolicyRecord[],
  author: Author,
): Promise<Imported> {
  const before = await store.policies();
  await store.addPolicies(policies, before, author);
  return compare(before, policies, ({ description }) => description);
}

function compare<Entry extends { id: string }>(
  before: Entry[],
  entries: Entry[],
  textOf: (entry: Entry) => string,
): Imported {
  const known = new Map(before.map((entry) => [entry.id, textOf(entry)]));
  const added = entries.filter(({ id }) => !known.has(id)).length;
  const same = entries.filter((entry) => known.get(entry.id) === textOf(entry)).length;
  return { added, changed: entries.length - added - same, same };
}

/**
 * With their modules, and with edges that have no route left.
 *
 * @throws {OperatorError} one is not there; nothing is removed then
 */
export async function removeRoutes(
  store: IpRestrictionStore,
  ids: string[],
  author: Author,
): Promise<void> {
  refuseUnknown('route', ids, await store.routes());
  await store.removeRoutes(ids, author);
}

/** @throws {OperatorError} one is not there, or a module uses it; nothing is removed then */
export async function removePolicies(
  store: IpRestrictionStore,
  ids: string[],
  author: Author,
): Promise<void> {
  refuseUnknown('IP policy', ids, await store.policies());
  for (const id of ids) {
    const users = await store.usersOf(id);
    if (users.length > 0)
      throw new OperatorError(
        `The IP policy ${id} is used by the routes ${users.map((route) => `${route.id} (${route.label})`).join(', ')}: take it out there first. Nothing was removed.`,
      );
  }
  await store.removePolicies(ids, author);
}

function refuseUnknown(what: string, ids: string[], known: { id: string }[]): void {
  const unknown = ids.find((id) => known.every((each) => each.id !== id));
  if (unknown !== undefined)
    throw new OperatorError(`There is no ${what} ${unknown}. Nothing was removed.`);
}
