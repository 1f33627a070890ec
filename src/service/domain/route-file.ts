import * as z from 'zod/mini';
import { SharedRoute, type SharedPolicy } from '#contract/inventory.ts';
import { OperatorError } from '#service/domain/operator-error.ts';
import { holdsControls } from '#service/domain/plain-text.ts';
import type { IpPolicyRecord, RouteRecord } from '#service/domain/ip-restrictions.ts';

/** Its name may be called `description`, as what the embedded service keeps. */
const Policy = z.object({
  id: z.string().check(z.minLength(1)),
  name: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
  note: z._default(z.string(), ''),
});

/** What an operator shows to everybody who has a key. */
export interface Shared {
  routes: RouteRecord[];
  ip_policies: SharedPolicy[];
}

/** Other ids could not be part of an address. */
const isPlain = (id: string) => /^[\w.~-]{1,200}$/.test(id) && !/^\.{1,2}$/.test(id);

/**
 * @param text JSON: a list of `{label, edge_id, id}`, or an object with it as `routes`, as the page exports it
 * @throws {OperatorError} naming the first entry that is not usable
 */
export function readRoutes(text: string): RouteRecord[] {
  const routes = readList(text, 'routes', SharedRoute).map(({ label, edge_id, id }) => ({
    label: label.trim() || id,
    edge_id,
    id,
  }));
  refuseOdd(routes.flatMap(({ edge_id, id }) => [edge_id, id]));
  for (const { id, label } of routes) refuseControls(`The label of the route ${id}`, label);
  return withoutRepeats('route', routes);
}

/**
 * @param text JSON: a list of `{id, name}` or `{id, description}`, or an object with it as `ip_policies`
 * @throws {OperatorError} as `readRoutes`
 */
export const readPolicies = (text: string): IpPolicyRecord[] =>
  withoutRepeats(
    'IP policy',
    readNames(text).map(({ id, name }) => ({ id, description: name })),
  );

/**
 * @param text JSON as for `readRoutes`; an object may also hold `ip_policies`, a list of `{id, name, note}`
 * @throws {OperatorError} as `readRoutes`
 */
export function readShared(text: string): Shared {
  const routes = readRoutes(text);
  const content = z.safeParse(z.object({ ip_policies: z.unknown() }), parseJson(text)).data;
  const hasPolicies = content?.ip_policies !== undefined;
  const ip_policies = hasPolicies ? withoutRepeats('IP policy', readNames(text)) : [];
  return { routes, ip_policies };
}

function readNames(text: string): SharedPolicy[] {
  const policies = readList(text, 'ip_policies', Policy);
  refuseOdd(policies.map(({ id }) => id));
  for (const { id, name, description, note } of policies) {
    refuseControls(`The name of the IP policy ${id}`, name);
    refuseControls(`The description of the IP policy ${id}`, description);
    refuseControls(`The note of the IP policy ${id}`, note);
  }
  return policies.map(({ id, name, description, note }) => ({
    id,
    name: name.trim() || description,
    note,
  }));
}

function readList<Entry extends z.ZodMiniType>(
  text: string,
  name: string,
  schema: Entry,
): z.output<Entry>[] {
  const content = parseJson(text);
  const list: unknown = Array.isArray(content)
    ? content
    : z.safeParse(z.looseObject({ [name]: z.unknown() }), content).data?.[name];
  if (!Array.isArray(list))
    throw new OperatorError(`The file holds no list: write [...] or {"${name}": [...]}.`);
  return list.map((entry, index) => {
    const parsed = z.safeParse(schema, entry);
    if (parsed.success) return parsed.data;
    const field = parsed.error.issues[0]?.path.join('.') || 'it';
    throw new OperatorError(
      `Entry ${index + 1} of ${name} is not usable: ${field} is missing or of another kind.`,
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorError('The file is not JSON.');
  }
}

function refuseOdd(ids: string[]): void {
  const odd = ids.find((id) => !isPlain(id));
  if (odd === undefined) return;
  throw new OperatorError(
    `${JSON.stringify(odd)} cannot be an id: at most 200 letters, digits, _ - . and ~.`,
  );
}

/** It is shown on one line, and PostgreSQL refuses NUL. */
function refuseControls(what: string, text: string): void {
  if (holdsControls(text))
    throw new OperatorError(`${what} holds a line break or another control character.`);
}

function withoutRepeats<Entry extends { id: string }>(what: string, entries: Entry[]): Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    const before = byId.get(entry.id);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(entry))
      throw new OperatorError(`The ${what} ${entry.id} is there twice, with different content.`);
    byId.set(entry.id, entry);
  }
  return [...byId.values()];
}
