import type { BotUserState } from '#bulk/bot-user-state.ts';
import { BOT_USER_NAME_MAX, type BotUser } from '#contract/bot-user.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';

export const EMPTY: BotUserState = { name: '', active: true };

const COPY = ' copy';

/** The page of a new bot user, filled with what this one has, but for the key. */
export function duplicatePath({ name, active }: BotUser): string {
  const begin = Array.from(name.trim()).slice(0, BOT_USER_NAME_MAX - COPY.length);
  // Looked for before the cut, which could leave most of the key.
  const copied = session.containsKey(name) ? '' : begin.join('') + COPY;
  const values = { name: copied, ...(!active && { active: 'off' }) };
  return `${paths.botUserNew}?${new URLSearchParams(values)}`;
}

/** What the address of the page fills in, never with the key. */
export function startValuesOf(search: URLSearchParams): BotUserState {
  const name = (search.get('name') ?? '').trim();
  return { name: session.containsKey(name) ? '' : name, active: search.get('active') !== 'off' };
}
