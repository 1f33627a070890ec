import type { Protection, SharedRoute } from '#contract/inventory.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { ServiceError } from '#service/domain/errors.ts';
import { isId } from '#service/domain/ids.ts';

/** What is protected may be called something else by now. */
interface Current {
  /** The name of a bot user; `undefined`: there is none. */
  botUserName: (id: string) => Promise<string | undefined>;
  /** Those that everybody sees. */
  routes: () => Promise<SharedRoute[]>;
}

/**
 * Refuses to change what the operator has protected. A name may be given to what is not protected yet: that creates or
 * renames something that nobody had to guard so far.
 *
 * @param params of the path of a change, decoded once
 * @throws {ServiceError} `PROTECTED`, and whatever finding out the name or label throws
 */
export async function refuseProtected(
  { protected_bot_users: bots, protected_routes: routes }: Protection,
  { edge_id, id }: { edge_id?: string; id?: string },
  current: Current,
): Promise<void> {
  if (id === undefined) return;
  if (edge_id === undefined) {
    if (matchesAny(bots, id)) throw refusal('PROTECTED_BOT_USERS');
    if (bots.every((pattern) => isId('bot', pattern))) return; // so its name need not be known
    const name = await current.botUserName(id);
    if (name !== undefined && matchesAny(bots, name)) throw refusal('PROTECTED_BOT_USERS');
  } else if (routes.length > 0) {
    if (isProtectedRoute(routes, { edge_id, id }, await current.routes()))
      throw refusal('PROTECTED_ROUTES');
  }
}

/** @param shared the routes that everybody sees: their labels count too */
export function isProtectedRoute(
  patterns: string[],
  { edge_id, id }: { edge_id: string; id: string },
  shared: SharedRoute[],
): boolean {
  const labels = shared.filter((route) => route.id === id && route.edge_id === edge_id);
  return matchesAny(patterns, id, `${edge_id}/${id}`, ...labels.map(({ label }) => label));
}

const refusal = (setting: string) => new ServiceError('PROTECTED', { values: { setting } });
