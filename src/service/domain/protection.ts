import type { Protection } from '#contract/inventory.ts';
import { matchesAny } from '#contract/write-rules.ts';
import { DomainError } from '#service/domain/domain-error.ts';

/** An entry of this form is the id of a bot user: its name need not be known. */
const ID = /^bot_[0-9A-Za-z]{27}$/;

/** What is protected may be called something else by now. */
interface Current {
  /** Of a bot user as it is now; `undefined`: there is none. */
  botUserName: () => Promise<string | undefined>;
  /** The labels that everybody sees, of the routes that one of the ids may mean. */
  routeLabels: (edgeIds: string[], routeIds: string[]) => Promise<string[]>;
}

/**
 * Refuses to change what the operator has protected. A name may be given to what is not protected yet: that creates or
 * renames something that nobody had to guard so far.
 *
 * @param params of the path of a change
 * @throws {DomainError} `PROTECTED`, and whatever finding out the name or label throws
 */
export async function refuseProtected(
  { protected_bot_users, protected_routes }: Protection,
  { edge_id, id }: { edge_id?: string; id?: string },
  current: Current,
): Promise<void> {
  if (id === undefined) return;
  if (edge_id === undefined) {
    const isIt =
      matchesAny(withFolded(protected_bot_users), ...readingsOf(id)) ||
      (protected_bot_users.some((pattern) => !ID.test(pattern)) &&
        matchesAny(protected_bot_users, ...toTexts(await current.botUserName())));
    if (isIt) throw refusal('PROTECTED_BOT_USERS');
    return;
  }
  if (protected_routes.length === 0) return;
  const edges = readingsOf(edge_id);
  const ids = readingsOf(id);
  const whole = edges.flatMap((edge) => ids.map((route) => `${edge}/${route}`));
  if (matchesAny(withFolded(protected_routes), ...ids, ...whole)) throw refusal('PROTECTED_ROUTES');
  const labels = await current.routeLabels(edges, ids);
  if (matchesAny(protected_routes, ...labels)) throw refusal('PROTECTED_ROUTES');
}

export const labelsOf = (
  routes: readonly { id: string; edge_id: string; label: string }[],
  edgeIds: string[],
  routeIds: string[],
) =>
  routes
    .filter(({ id, edge_id }) => routeIds.includes(fold(id)) && edgeIds.includes(fold(edge_id)))
    .map(({ label }) => label);

/** What an upstream may take an id for: some cut what follows a `;`, blanks, or a format such as `.json`. */
function readingsOf(id: string): string[] {
  const whole = id.replace(/;.*$/s, '');
  return [id, fold(whole), fold(whole.replace(/\.\w+\s*$/, ''))];
}

/**
 * As databases compare that see no case, no accents, no width, and nothing of what is invisible: such an upstream finds
 * what is protected by another spelling of its id.
 */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();

const withFolded = (patterns: string[]) => [...patterns, ...patterns.map(fold)];

const toTexts = (text: string | undefined) => (text === undefined ? [] : [text]);

const refusal = (setting: string) => new DomainError('PROTECTED', { values: { setting } });
