import { createCall, type Call } from '#client/api-client.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { createBrowser } from '#web/api/rate-limiter.test.helper.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { createBotUsers } from '#web/features/bot-users/data/bot-users.ts';
import type { TabsOptions } from '#web/features/bot-users/data/tabs.ts';
import type { Change } from '#web/jobs/job.ts';

/** Ids tell the order: the highest is the newest. */
export const bot = (rank: number, parts: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${String(rank).padStart(6, '0')}`,
  uri: `/bot_users/${rank}`,
  name: `name ${rank}`,
  active: true,
  created_at: '2026-01-02T03:04:05Z',
  ...parts,
});
/** Ranks from one to another, both inclusive. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
export const idOf = (rank: number) => bot(rank).id;
const ranksOf = (rows: ReadonlyArray<{ id: string }>) => rows.map(({ id }) => Number(id.slice(4)));

export type WireList = { bot_users: unknown[]; next_page_uri: string | null };
type Waiting = {
  line: string;
  happen: () => void;
  answer: (given?: Response | Error) => void;
};

const newestFirst = (one: BotUser, other: BotUser) => (one.id < other.id ? 1 : -1);

/** Newest first. What is asked for waits until the test lets it happen, or answers it; `auto` answers at once. */
export class SimulatedService {
  bots: BotUser[];
  requests: string[] = [];
  waiting: Waiting[] = [];
  auto = true;
  pageSize: number;
  refuse: ((line: string) => Response | Error | undefined) | undefined;

  constructor(ranks: readonly number[], pageSize = 3) {
    this.bots = ranks.map((rank) => bot(rank)).toSorted(newestFirst);
    this.pageSize = pageSize;
  }

  fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const line = `${request.method} ${pathname}${search}${text && ` ${text}`}`;
    const id = pathname.split('/')[2];
    const body = text === '' ? {} : (JSON.parse(text) as Partial<BotUser>);
    const act = () => {
      const refusal = this.refuse?.(line);
      if (refusal) return refusal;
      if (request.method === 'POST')
        return Response.json(this.create(Math.max(0, ...ranksOf(this.bots)) + 1, body), {
          status: 201,
        });
      if (id === undefined)
        return Response.json({ uri: '/bot_users', ...this.page(search.slice(1)) });
      if (!this.bots.some((each) => each.id === id)) return Response.json({}, { status: 404 });
      if (request.method === 'DELETE') {
        this.remove(id);
        return new Response(null, { status: 204 });
      }
      if (request.method === 'PATCH') this.edit(id, body);
      return Response.json(this.bots.find((each) => each.id === id));
    };
    this.requests.push(line);
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error), {
        once: true,
      });
      let outcome: Response | Error | undefined;
      const happen = () => void (outcome ??= act());
      const answer = (given?: Response | Error) => {
        if (given === undefined) happen();
        const now = given ?? outcome;
        if (now instanceof Error) reject(now);
        else if (now) resolve(now);
      };
      if (this.auto) answer();
      else this.waiting.push({ line, happen, answer });
    });
  };

  page(query: string): WireList {
    const before = new URLSearchParams(query).get('before_id');
    const below = this.bots.filter(({ id }) => before === null || id < before);
    const bot_users = below.slice(0, this.pageSize);
    const more = below.length > this.pageSize;
    const next = `https://elsewhere.test/x?limit=100&before_id=${bot_users.at(-1)?.id}`;
    return { bot_users, next_page_uri: more ? next : null };
  }

  create(rank: number, parts?: Partial<BotUser>): BotUser {
    const made = bot(rank, parts);
    this.bots = [...this.bots, made].toSorted(newestFirst);
    return made;
  }
  edit(id: string, parts: Partial<BotUser>) {
    this.bots = this.bots.map((each) => (each.id === id ? { ...each, ...parts } : each));
  }
  remove(...ids: string[]) {
    this.bots = this.bots.filter((each) => !ids.includes(each.id));
  }
}

/** Channels that hear each other, as those of two tabs. */
export function createChannels(): () => TabsOptions['channel'] {
  const channels: EventTarget[] = [];
  return () => {
    const target = new EventTarget();
    channels.push(target);
    return {
      postMessage(message: unknown) {
        const data: unknown = structuredClone(message);
        for (const other of channels)
          if (other !== target) other.dispatchEvent(new MessageEvent('message', { data }));
      },
      addEventListener: target.addEventListener.bind(target),
    };
  };
}

/** One tab in front of a service; only the app around it is missing. */
export function openTab(
  service: SimulatedService,
  {
    channel = createChannels()(),
    perMinute = null as number | null,
    client = createQueryClient(),
  } = {},
) {
  client.mount(); // as the provider does
  const session = new AbortController();
  const limiter = createBrowser().openTab(perMinute);
  const send = createCall({
    baseUrl: 'http://api.test',
    apiKey: () => 'key',
    fetch: service.fetch,
    acquire: limiter.acquire,
    onRequest: limiter.notice,
  });
  // As the app does it: all requests of a session end with it.
  const call: Call = (endpoint, input, options) =>
    send(endpoint, input, {
      ...options,
      signal: AbortSignal.any([session.signal, ...(options?.signal ? [options.signal] : [])]),
    });
  const recorded: Change[] = [];
  const botUsers = createBotUsers({
    record: (change) => recorded.push(change),
    client,
    call,
    limiter,
    channel,
    account: () => 'account',
    session: session.signal,
  });
  const { cache, queries, switchActive } = botUsers;
  return {
    ...botUsers,
    /** What was done to bot users, the oldest first. */
    recorded,
    call,
    client,
    session,
    rows: () => cache.data()?.pages.flatMap(({ bot_users }) => bot_users) ?? [],
    ranks: () => ranksOf(cache.data()?.pages.flatMap(({ bot_users }) => bot_users) ?? []),
    activeOf: (rank: number) => cache.find(idOf(rank))?.active,
    loadFirst: () => client.infiniteQuery(queries.list()),
    press: (rank: number, active: boolean) => switchActive.press(idOf(rank), active),
  };
}

export type Tab = ReturnType<typeof openTab>;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Until what has been answered has arrived everywhere. */
export async function settled() {
  for (let turns = 0; turns < 6; turns++) await turn();
}
