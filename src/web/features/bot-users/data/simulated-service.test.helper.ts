import type { BotUser } from '#contract/bot-user.ts';
import type { ReadPage } from '#web/features/bot-users/data/reading.ts';

export const FIRST = 'limit=2';

/** Ids tell the order: the highest is the newest. */
export const bot = (rank: number, parts: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${rank}`,
  uri: `/bot_users/bot_${rank}`,
  name: `name of ${rank}`,
  active: true,
  created_at: '2026-01-02T03:04:05Z',
  ...parts,
});

const rankOf = (id: string) => Number(id.slice('bot_'.length));

/** Newest first, in pages of two; a cursor is a position, so that of a deleted one pages on. */
export class SimulatedService {
  #bots: BotUser[];
  #newest: number;

  constructor(...ranks: number[]) {
    this.#bots = ranks.map((rank) => bot(rank));
    this.#newest = Math.max(0, ...ranks);
    this.#sort();
  }

  get bots(): readonly BotUser[] {
    return this.#bots;
  }

  has = (id: string) => this.#bots.some((each) => each.id === id);

  page(query: string): ReadPage {
    const beforeId = new URLSearchParams(query).get('before_id');
    const below = this.#bots.filter(({ id }) => beforeId === null || rankOf(id) < rankOf(beforeId));
    return pageOf(below.slice(0, 2), below.length > 2 ? below[1]?.id : undefined);
  }

  create(): BotUser {
    this.#newest += 1000;
    return this.#add(this.#newest);
  }

  /** As an import may do it: right below another one. */
  insertBelow(id: string): BotUser {
    let rank = rankOf(id) - 1;
    while (this.has(bot(rank).id)) rank -= 1;
    return this.#add(rank);
  }

  /** @returns what it is now; `undefined` when it is gone */
  edit(id: string, fields: Partial<BotUser>): BotUser | undefined {
    this.#bots = this.#bots.map((each) => (each.id === id ? { ...each, ...fields } : each));
    return this.#bots.find((each) => each.id === id);
  }

  remove(...ids: string[]) {
    this.#bots = this.#bots.filter(({ id }) => !ids.includes(id));
  }

  #add(rank: number): BotUser {
    const made = bot(rank);
    this.#bots.push(made);
    this.#sort();
    return made;
  }

  #sort() {
    this.#bots.sort((one, other) => rankOf(other.id) - rankOf(one.id));
  }
}

export const pageOf = (
  bot_users: readonly BotUser[],
  beforeId?: string,
  parts: Partial<ReadPage> = {},
): ReadPage => ({
  bot_users,
  next_page_uri:
    beforeId === undefined ? null : `https://elsewhere.test/?${FIRST}&before_id=${beforeId}`,
  unreadable: 0,
  isEmpty: bot_users.length === 0,
  ...parts,
});
