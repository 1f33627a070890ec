import { vi } from 'vitest';
import * as z from 'zod/mini';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { fillPath, none, type Endpoint, type HandlerInput } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints, type IpRestriction } from '#contract/ip-restriction.ts';
import { waitFor } from '#web/test/wait.ts';

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

/** Of a route that is known, with an IP restriction or without. */
export const makeRoute = (id: string) => ({ edge_id: 'edge_1', id });
export const makeRestriction = (enabled: boolean, ...ids: string[]): IpRestriction => ({
  enabled,
  ip_policies: ids.map((id) => ({ id, uri: `/ip_policies/${id}` })),
});
/** The address of the IP restriction of a route. */
export const restrictionPath = (id: string) =>
  fillPath(ipRestrictionEndpoints.get.path, makeRoute(id));

type Outcome = Response | Error;
/** @param happen lets the service do what was asked, and gives its response */
type Rule = (happen: () => Response, request: Request) => Outcome | undefined | Promise<Outcome>;

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

/** What the service does at one of its endpoints, with what the contract makes of a request. */
function handler<E extends Endpoint>(
  endpoint: E,
  act: (input: HandlerInput<E>, request: Request) => Response,
) {
  const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return (request: Request, { path, search, text }: Record<'path' | 'search' | 'text', string>) => {
    const found = request.method === endpoint.method ? pattern.exec(path) : null;
    if (!found) return undefined;
    const ids = Object.entries(found.groups ?? {});
    const params = Object.fromEntries(ids.map(([name, id]) => [name, decodeURIComponent(id)]));
    const asked = endpoint.query === none ? undefined : new URLSearchParams(search);
    const query = z.safeParse(endpoint.query, asked && Object.fromEntries(asked));
    const body = z.safeParse(endpoint.body, text === '' ? undefined : JSON.parse(text));
    if (!query.success || !body.success) return refuse(400);
    return act({ params, query: query.data, body: body.data } as HandlerInput<E>, request);
  };
}

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
  const followers = new Map<string | undefined, BotUser[]>();

  function page(cursor?: string) {
    const at = service.botUsers.findIndex(({ id }) => id === cursor);
    const next = followers.get(cursor)?.map(({ id }) => id);
    const isBelow = ({ id }: BotUser) => next === undefined || next.includes(id);
    const begin = cursor === undefined || at >= 0 ? at + 1 : service.botUsers.findIndex(isBelow);
    const below = begin < 0 ? [] : service.botUsers.slice(begin);
    const bot_users = below.slice(0, service.pageSize);
    const last = bot_users.at(-1)?.id;
    followers.set(last, below.slice(service.pageSize));
    const more = `https://elsewhere.test/bot_users?limit=100&before_id=${last}`;
    const next_page_uri = below.length > service.pageSize ? more : null;
    return Response.json({ bot_users, uri: '/bot_users', next_page_uri });
  }

  /** Puts something in the place of a bot user, or nothing. */
  function change(id: string, next: (bot: BotUser) => BotUser | undefined) {
    const bot = service.botUsers.find((each) => each.id === id);
    if (!bot) return refuse(404, { msg: 'No bot user has this id.' });
    const now = next(bot);
    service.botUsers = service.botUsers.flatMap((each) => (each === bot ? (now ?? []) : each));
    return now ? Response.json(now) : new Response(null, { status: 204 });
  }

  /** The same with an IP restriction, under the conditions of the request; without `next` it is read. */
  function restrict(
    route: { edge_id: string; id: string },
    request: Request,
    next?: unknown,
  ): Response {
    const path = fillPath(ipRestrictionEndpoints.get.path, route);
    const stored = service.restrictions[path];
    const tag = stored && JSON.stringify(JSON.stringify(stored).replaceAll('"', "'"));
    const wanted = request.headers.get('if-match');
    const isOther = wanted !== null && wanted !== tag;
    if (isOther || (request.headers.get('if-none-match') === '*' && stored)) return refuse(412);
    if (next === undefined)
      return tag ? Response.json(stored, { headers: { etag: tag } }) : refuse(404);
    if (next === null) delete service.restrictions[path];
    else service.restrictions[path] = next as IpRestriction;
    return next === null
      ? new Response(null, { status: 204 })
      : restrict(route, new Request(request.url));
  }

  const { create, list, get, update, remove } = botUserEndpoints;
  const handlers = [
    handler(list, ({ query }) => page(query.before_id)),
    handler(create, ({ body }) => {
      const fields = { created_at: new Date().toISOString(), ...body };
      const bot = makeBotUser(900_000 + ++created, fields);
      service.botUsers = [bot, ...service.botUsers];
      return Response.json(bot, { status: create.status });
    }),
    handler(get, ({ params }) => change(params.id, (bot) => bot)),
    handler(update, ({ params, body }) => change(params.id, (bot) => ({ ...bot, ...body }))),
    handler(remove, ({ params }) => change(params.id, () => undefined)),
    handler(ipRestrictionEndpoints.get, ({ params }, request) => restrict(params, request)),
    handler(ipRestrictionEndpoints.remove, ({ params }, request) =>
      restrict(params, request, null),
    ),
    handler(ipRestrictionEndpoints.replace, ({ params, body }, request) =>
      restrict(params, request, makeRestriction(body.enabled, ...body.ip_policy_ids)),
    ),
  ];

  async function fetch(request: Request): Promise<Response> {
    // As in every browser: what is broken off already is not sent.
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/api/, '');
    const text = await request.text();
    const line = `${request.method} ${path}${search}${text && ` ${text}`}`;
    let happened: Response | undefined;
    function happen() {
      for (const handle of handlers) happened ??= handle(request, { path, search, text });
      return (happened ??= refuse(404));
    }
    service.requests.push(line);
    const rule = rules.findLast(({ begins }) => line.startsWith(begins))?.rule;
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
    const response = await Promise.race([rule?.(happen, request) ?? happen(), aborted]);
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
        waitFor(() => {
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
    /** `GET` or `PATCH`, of each request. */
    methods: () => service.requests.map((line) => line.split(' ')[0]),
    /** The lines that begin so. */
    sent: (begins: string) => service.requests.filter((line) => line.startsWith(begins)),
  });
}
