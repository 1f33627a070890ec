import { vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import type { IpRestriction } from '#contract/ip-restriction.ts';

/** The lower the number, the newer. */
export const makeBotUser = (number: number, fields: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${String(number).padStart(6, '0')}`,
  uri: `/bot_users/bot_${String(number).padStart(6, '0')}`,
  name: `name ${number}`,
  active: true,
  created_at: new Date(Date.parse('2026-03-01T12:00:00Z') - 60_000 * number).toISOString(),
  ...fields,
});

/** `name 1` (the newest) to `name n`. */
export const makeBotUsers = (count: number) =>
  Array.from({ length: count }, (_, at) => makeBotUser(at + 1));

type Outcome = Response | Error;
/** @param happen lets the service do what was asked, and gives its response */
type Rule = (happen: () => Response) => Outcome | undefined | Promise<Outcome>;

/** A refusal of the service, `refuse(409, { code: 'NAME_TAKEN', msg: '...' })`. */
export const refuse = (status: number, body: object = { msg: 'Refused.' }, headers = {}) =>
  Response.json(body, { status, headers });
/** No response came. */
export const noResponse = () => new TypeError('Failed to fetch');

interface ServiceState {
  /** In the order of the service: newest first. */
  botUsers: BotUser[];
  pageSize: number;
  /** By path: `/edges/https/e/routes/r/ip_restriction`. */
  restrictions: Record<string, IpRestriction>;
}

export type FakeService = ReturnType<typeof startFakeService>;

/**
 * The API in memory, in place of `fetch`. Requests are matched by how their line begins: `PATCH /bot_users/bot_000001`,
 * or with `GET /bot_users?` all pages of the list. The rule that was added last decides.
 */
export function startFakeService({
  botUsers = [],
  pageSize = 100,
  restrictions = {},
}: Partial<ServiceState> = {}) {
  const service = { botUsers, pageSize, restrictions, requests: [] as string[] };
  const rules: Array<{ begins: string; rule: Rule }> = [];
  let created = 0;

  /** What followed the last row of a page, so that a cursor still works when its row is deleted. */
  const followers = new Map<string | null | undefined, BotUser[]>();

  function page(cursor: string | null) {
    const at = service.botUsers.findIndex(({ id }) => id === cursor);
    const next = followers.get(cursor)?.map(({ id }) => id);
    const isBelow = ({ id }: BotUser) => next === undefined || next.includes(id);
    const begin = cursor === null || at >= 0 ? at + 1 : service.botUsers.findIndex(isBelow);
    const below = begin < 0 ? [] : service.botUsers.slice(begin);
    const bot_users = below.slice(0, service.pageSize);
    const last = bot_users.at(-1)?.id;
    followers.set(last, below.slice(service.pageSize));
    const more = `https://elsewhere.test/bot_users?limit=100&before_id=${last}`;
    const next_page_uri = below.length > service.pageSize ? more : null;
    return Response.json({ bot_users, uri: '/bot_users', next_page_uri });
  }

  function answerBotUser(method: string, id: string, body: Partial<BotUser>): Response {
    const at = service.botUsers.findIndex((bot) => bot.id === id);
    const bot = service.botUsers[at];
    if (!bot) return refuse(404, { msg: 'No bot user has this id.' });
    if (method === 'DELETE') {
      service.botUsers = service.botUsers.filter((each) => each !== bot);
      return new Response(null, { status: 204 });
    }
    const now = method === 'PATCH' ? { ...bot, ...body } : bot;
    service.botUsers = service.botUsers.with(at, now);
    return Response.json(now);
  }

  function answerRestriction(request: Request, path: string, body: unknown): Response {
    const stored = service.restrictions[path];
    const tag = stored && JSON.stringify(JSON.stringify(stored).replaceAll('"', "'"));
    const wanted = request.headers.get('if-match');
    const isOther = wanted !== null && wanted !== tag;
    if (isOther || (request.headers.get('if-none-match') === '*' && stored)) return refuse(412);
    if (request.method === 'DELETE') {
      delete service.restrictions[path];
      return new Response(null, { status: 204 });
    }
    if (request.method === 'PUT') {
      const { enabled = true, ip_policy_ids = [] } = body as {
        enabled?: boolean;
        ip_policy_ids?: string[];
      };
      const ip_policies = ip_policy_ids.map((id) => ({ id, uri: `/ip_policies/${id}` }));
      service.restrictions[path] = { enabled, ip_policies };
      return answerRestriction(new Request(request.url), path, undefined);
    }
    return tag ? Response.json(stored, { headers: { etag: tag } }) : refuse(404);
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const path = pathname.replace(/^\/api/, '');
    const text = await request.text();
    const line = `${request.method} ${path}${search}${text && ` ${text}`}`;
    const body: unknown = text === '' ? {} : JSON.parse(text);
    let happened: Response | undefined;
    const happen = () => (happened ??= act());
    function act(): Response {
      if (path.endsWith('/ip_restriction')) return answerRestriction(request, path, body);
      if (path !== '/bot_users')
        return answerBotUser(request.method, decodeURIComponent(path.slice(11)), body as BotUser);
      if (request.method !== 'POST') return page(searchParams.get('before_id'));
      const number = 900_000 + ++created;
      const now = new Date().toISOString();
      const bot = makeBotUser(number, { created_at: now, ...(body as Partial<BotUser>) });
      service.botUsers = [bot, ...service.botUsers];
      return Response.json(bot, { status: 201 });
    }
    service.requests.push(line);
    const rule = rules.findLast(({ begins }) => line.startsWith(begins))?.rule;
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
    const response = await Promise.race([rule?.(happen) ?? happen(), aborted]);
    if (response instanceof Error) throw response;
    return response;
  }
  vi.stubGlobal('fetch', fetch);

  /** @returns takes the rule back */
  function on(begins: string, rule: Rule) {
    const added = { begins, rule };
    rules.push(added);
    return () => void rules.splice(rules.indexOf(added), 1);
  }

  return Object.assign(service, {
    on,
    /** Fails what begins so, `times` times. */
    fail(begins: string, outcome: () => Outcome, times = Infinity) {
      let left = times;
      return on(begins, () => (left-- > 0 ? outcome() : undefined));
    },
    /** Keeps what begins so waiting. */
    hold(begins: string) {
      const waiting: Array<{ happen: () => Response; settle: (outcome: Outcome) => void }> = [];
      const stop = on(begins, (happen) => {
        return new Promise((settle) => waiting.push({ happen, settle }));
      });
      /** The request that has waited longest, once it has come. */
      const next = () =>
        vi.waitFor(() => {
          const first = waiting[0];
          if (!first) throw new Error(`Nothing waits that begins with ${begins}`);
          return first;
        });
      return {
        next,
        count: () => waiting.length,
        /** Responds to it: with what the service says now, or with something else. */
        async answer(outcome?: Outcome) {
          const first = await next();
          waiting.shift();
          first.settle(outcome ?? first.happen());
        },
        /** Responds to all, and holds nothing any more. */
        release() {
          stop();
          for (const { happen, settle } of waiting.splice(0)) settle(happen());
        },
      };
    },
    /** The lines that begin so. */
    sent: (begins: string) => service.requests.filter((line) => line.startsWith(begins)),
  });
}
