import type { Protection } from '#contract/inventory.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { DomainError } from '#service/domain/domain-error.ts';

/** An entry of this form is the id of a bot user: its name need not be known. */
const ID = /^bot_[0-9A-Za-z]{27}$/;

/** What is protected may be called something else by now. */
interface Current {
  /** The name of a bot user; `undefined`: there is none. */
  botUserName: () => Promise<string | undefined>;
  /** The labels of a route that everybody sees. */
  routeLabels: (edgeId: string, routeId: string) => Promise<string[]>;
}

/**
 * Refuses to change what the operator has protected. A name may be given to what is not protected yet: that creates or
 * renames something that nobody had to guard so far.
 *
 * @param params of the path of a change, decoded once
 * @throws {DomainError} `PROTECTED`, and whatever finding out the name or label throws
 */
export async function refuseProtected(
  { protected_bot_users: bots, protected_routes: routes }: Protection,
  { edge_id, id }: { edge_id?: string; id?: string },
  current: Current,
): Promise<void> {
  if (id === undefined) return;
  if (edge_id === undefined) {
    if (matchesAny(bots, id)) throw refusal('PROTECTED_BOT_USERS');
    if (bots.every((pattern) => ID.test(pattern))) return;
    const name = await current.botUserName();
    if (name !== undefined && matchesAny(bots, name)) throw refusal('PROTECTED_BOT_USERS');
  } else if (routes.length > 0) {
    const labels = await current.routeLabels(edge_id, id);
    if (matchesAny(routes, id, `${edge_id}/${id}`, ...labels)) throw refusal('PROTECTED_ROUTES');
  }
}

export const labelsOf = (
  routes: readonly { id: string; edge_id: string; label: string }[],
  edgeId: string,
  routeId: string,
) => routes.filter(({ id, edge_id }) => id === routeId && edge_id === edgeId).map((r) => r.label);

const refusal = (setting: string) => new DomainError('PROTECTED', { values: { setting } });
