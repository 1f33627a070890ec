// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { run } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { forgetBotUser, loadedBotUsers } from '#web/features/bot-users/data/cache.ts';
import {
  botUserMutations,
  botUserQueries,
  findCreated,
  UnsureSwitch,
} from '#web/features/bot-users/data/queries.ts';
import type { Outcome } from '#web/features/bot-users/data/loader.ts';
import { waitFor, waitUntil } from '#web/lib/wait.test.helper.ts';

const bot = (id: string, active = true): BotUser => ({
  id,
  uri: `/bot_users/${id}`,
  name: `name of ${id}`,
  active,
  created_at: '2026-01-02T03:04:05Z',
});

/** A service that answers only when told to. */
class Service {
  readonly requests: Array<{
    line: string;
    body: Record<string, unknown> | undefined;
    answer: (status: number, body?: unknown) => void;
  }> = [];

  fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/config.json')
      return Response.json({ service_host: 'h', version_header: 'Service-Version', routes: [] });
    const text = await request.text();
    return new Promise((resolve) => {
      this.requests.push({
        line: `${request.method} ${pathname.replace('/api', '')}${search}`,
        body: text === '' ? undefined : JSON.parse(text),
        answer: (status, body) =>
          resolve(
            body === undefined || typeof body === 'string'
              ? new Response(body, { status })
              : Response.json(body, { status }),
          ),
      });
    });
  };

  /** The nth request, from 1, once it has come. */
  async nth(n: number) {
    return waitUntil(() => this.requests[n - 1]);
  }
}

let client: QueryClient;
let service: Service;

beforeEach(async () => {
  service = new Service();
  vi.stubGlobal('fetch', service.fetch);
  client = createQueryClient();
  await loadConfig();
});
afterEach(() => vi.unstubAllGlobals());

const page = (bot_users: BotUser[], next: string | null = null) => ({
  bot_users,
  uri: '/bot_users',
  next_page_uri: next,
});
const list = botUserQueries.list();
const store = () => loadedBotUsers(client)?.rows;
const rows = () =>
  store()
    ?.order()
    .map((slot) => store()?.at(slot));
const activeOf = (id: string) => store()?.get(id)?.active;
const refresh = async (): Promise<Outcome | undefined> =>
  loadedBotUsers(client)?.loader.run('refresh');

async function load(...bots: BotUser[]) {
  const reading = client.query(list);
  (await service.nth(service.requests.length + 1)).answer(200, page(bots));
  await reading;
}
const setActive = (id: string, active: boolean) =>
  run(client, botUserMutations.setActive(id), active).catch((error: Error) => error);

describe('a row switch', () => {
  it('shows at once, and asks for this row only', async () => {
    await load(bot('s1'), bot('s2'));
    const done = setActive('s1', false);
    const request = await service.nth(2);
    expect(activeOf('s1')).toBe(false);
    expect(request).toMatchObject({ line: 'PATCH /bot_users/s1', body: { active: false } });
    request.answer(200, bot('s1', false));
    await done;
    expect(service.requests).toHaveLength(2);
  });

  it('goes back when the service refuses, and keeps the reason', async () => {
    await load(bot('r1'));
    const done = setActive('r1', false);
    (await service.nth(2)).answer(403, { msg: 'no' });
    expect(await done).toMatchObject({ failure: { status: 403 } });
    expect(activeOf('r1')).toBe(true);
  });

  it('sends one request at a time, and of several wishes only the last', async () => {
    await load(bot('w1'));
    const sent = setActive('w1', false);
    const first = await service.nth(2);
    expect(first.body).toEqual({ active: false });
    const later = [true, false, true].map((active) => setActive('w1', active));
    await waitUntil(() => activeOf('w1'));
    expect(activeOf('w1')).toBe(true);
    first.answer(200, bot('w1', false));
    const second = await service.nth(3);
    expect(second.body).toEqual({ active: true });
    expect(activeOf('w1')).toBe(true);
    second.answer(200, bot('w1', true));

    const results = await Promise.all([sent, ...later]);
    expect(results).toEqual([bot('w1', false), null, null, bot('w1', true)]);
    expect(service.requests).toHaveLength(3);
    expect(activeOf('w1')).toBe(true);
  });

  it('keeps a later wish on the screen when an earlier one fails', async () => {
    await load(bot('l1'));
    const sent = setActive('l1', false);
    const first = await service.nth(2);
    const later = [setActive('l1', true), setActive('l1', false)];
    await Promise.resolve();
    first.answer(403, {});
    const last = await service.nth(3);
    expect(activeOf('l1')).toBe(false);
    last.answer(200, bot('l1', false));
    await Promise.all([sent, ...later]);
    expect(activeOf('l1')).toBe(false);
  });

  it('is not undone on the screen by a list that was asked for before it', async () => {
    await load(bot('o1'), bot('o2'));
    const reading = refresh();
    const listing = await service.nth(2);
    const done = setActive('o1', false);
    (await service.nth(3)).answer(200, bot('o1', false));
    await done;
    listing.answer(200, page([bot('o1', true), bot('o2', false)]));
    await reading;
    expect(rows()).toEqual([bot('o1', false), bot('o2', false)]);
  });

  it('believes a list that was asked for after it', async () => {
    await load(bot('p1'));
    const done = setActive('p1', false);
    (await service.nth(2)).answer(200, bot('p1', false));
    await done;
    const reading = refresh();
    (await service.nth(3)).answer(200, page([bot('p1', true)]));
    await reading;
    expect(activeOf('p1')).toBe(true);
  });
});

describe('a switch', () => {
  it('whose answer cannot be read is looked at once, and stands if it happened', async () => {
    await load(bot('u1'));
    const done = setActive('u1', false);
    (await service.nth(2)).answer(204);
    const look = await service.nth(3);
    expect(look.line).toBe('GET /bot_users/u1');
    look.answer(200, bot('u1', false));
    expect(await done).toEqual(bot('u1', false));
    expect(activeOf('u1')).toBe(false);
  });

  it('that broke on the service goes back if it did not happen', async () => {
    await load(bot('u2'));
    const done = setActive('u2', false);
    (await service.nth(2)).answer(500, {});
    (await service.nth(3)).answer(200, bot('u2', true));
    expect(await done).toMatchObject({ failure: { status: 500 } });
    expect(activeOf('u2')).toBe(true);
  });

  it('is not sent again before a look while nobody knows whether it happened', async () => {
    await load(bot('u3'));
    const done = setActive('u3', false);
    (await service.nth(2)).answer(500, {});
    (await service.nth(3)).answer(403, {});
    expect(await done).toBeInstanceOf(UnsureSwitch);
    const again = run(client, botUserMutations.setActive('u3', true), false);
    const look = await service.nth(4);
    expect(look.line).toBe('GET /bot_users/u3');
    look.answer(200, bot('u3'));
    const sent = await service.nth(5);
    expect(sent.line).toBe('PATCH /bot_users/u3');
    sent.answer(200, bot('u3', false));
    expect(await again).toEqual(bot('u3', false));
  });

  it('of a bot user that turns out to be gone says so', async () => {
    await load(bot('u4'));
    const done = setActive('u4', false);
    (await service.nth(2)).answer(500, {});
    (await service.nth(3)).answer(404, {});
    expect(await done).toMatchObject({ failure: { status: 404 } });
  });

  it('goes back to what the service last said, also after a dropped wish', async () => {
    await load(bot('b1'));
    const sent = setActive('b1', false);
    const first = await service.nth(2);
    const later = [setActive('b1', true), setActive('b1', false)];
    await Promise.resolve();
    first.answer(200, bot('b1', false));
    (await service.nth(3)).answer(403, {});
    await Promise.all([sent, ...later]);
    expect(activeOf('b1')).toBe(false);
  });

  it('is no reading: when the row was read stays known, and why reading again failed', async () => {
    await load(bot('a1'));
    const readAt = store()?.readAt('a1');
    const reading = refresh();
    (await service.nth(2)).answer(403, {});
    await reading;
    const done = setActive('a1', false);
    (await service.nth(3)).answer(200, bot('a1', false));
    await done;
    expect(store()?.readAt('a1')).toBe(readAt);
    expect(loadedBotUsers(client)?.loader.state().failure).toMatchObject({ task: 'refresh' });
    expect(activeOf('a1')).toBe(false);
  });

  it('that was refused is told at its row until it is tried again', async () => {
    await load(bot('f1'));
    const told = vi.fn<() => void>();
    store()?.subscribeRow('f1', told);
    const refused = setActive('f1', false);
    (await service.nth(2)).answer(403, {});
    await refused;
    expect(store()?.failureOf('f1')).toMatchObject({
      active: false,
      error: { failure: { status: 403 } },
    });
    expect(told).toHaveBeenCalled();
    const again = setActive('f1', false);
    expect(store()?.failureOf('f1')).toBeUndefined();
    (await service.nth(3)).answer(200, bot('f1', false));
    await again;
    expect(store()?.failureOf('f1')).toBeUndefined();
  });

  it('leaves nothing behind once it is answered', async () => {
    await load(bot('n1'));
    const done = setActive('n1', false);
    (await service.nth(2)).answer(200, bot('n1', false));
    await done;
    await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]));
  });
});

describe('a note that a switch was refused', () => {
  async function refuse(id: string) {
    await load(bot(id));
    const refused = setActive(id, false);
    (await service.nth(2)).answer(403, {});
    await refused;
    expect(store()?.failureOf(id)).toBeDefined();
  }

  it('goes when the bot user was saved on its page', async () => {
    await refuse('m1');
    const saved = run(client, botUserMutations.update('m1'), { active: false });
    (await service.nth(3)).answer(200, bot('m1', false));
    await saved;
    expect(store()?.failureOf('m1')).toBeUndefined();
  });

  it('goes when the row was read again', async () => {
    await refuse('m2');
    const reading = refresh();
    (await service.nth(3)).answer(200, page([bot('m2')]));
    await reading;
    expect(store()?.failureOf('m2')).toBeUndefined();
  });

  it('stays over a page that was asked for before it', async () => {
    await load(bot('m3'));
    const reading = refresh();
    const listing = await service.nth(2);
    const refused = setActive('m3', false);
    (await service.nth(3)).answer(403, {});
    await refused;
    listing.answer(200, page([bot('m3')]));
    await reading;
    expect(store()?.failureOf('m3')).toBeDefined();
  });
});

it('goes back from a refused Undo to what the service last told, not to the other state', async () => {
  await load(bot('v1'));
  const done = setActive('v1', false);
  (await service.nth(2)).answer(200, bot('v1', false));
  await done;
  const reading = refresh();
  (await service.nth(3)).answer(200, page([bot('v1')]));
  await reading;
  const undo = setActive('v1', true);
  (await service.nth(4)).answer(403, {});
  await undo;
  expect(activeOf('v1')).toBe(true);
});

describe('other changes', () => {
  it('put a created bot user in front of what is loaded', async () => {
    await load(bot('c1'));
    const done = run(client, botUserMutations.create(), { name: 'new' });
    (await service.nth(2)).answer(201, bot('c2'));
    await done;
    expect(rows()?.map((row) => row?.id)).toEqual(['c2', 'c1']);
    expect(service.requests).toHaveLength(2);
  });

  it('take a deleted one out, also when it was gone already', async () => {
    await load(bot('d1'), bot('d2'), bot('d3'));
    const one = run(client, botUserMutations.remove('d1'), undefined);
    (await service.nth(2)).answer(204);
    expect(await one).toBe(true);
    const two = run(client, botUserMutations.remove('d2'), undefined);
    (await service.nth(3)).answer(404, {});
    expect(await two).toBe(false);
    forgetBotUser(client, 'd3');
    expect(rows()).toEqual([]);
  });

  it('take none out for the web page of something in between', async () => {
    await load(bot('p1'));
    const done = run(client, botUserMutations.remove('p1'), undefined);
    (await service.nth(2)).answer(404, '<h1>Not here</h1>');
    await expect(done).rejects.toMatchObject({ failure: { status: 404 } });
    expect(rows()?.map((row) => row?.id)).toEqual(['p1']);
  });

  it('reach the page of the bot user, too', async () => {
    await load(bot('e1'));
    client.setQueryData(botUserQueries.detail('e1').queryKey, bot('e1'));
    const done = setActive('e1', false);
    (await service.nth(2)).answer(200, { ...bot('e1', false), name: 'renamed' });
    await done;
    expect(client.getQueryData(botUserQueries.detail('e1').queryKey)).toMatchObject({
      active: false,
      name: 'renamed',
    });
  });
});

describe('the list', () => {
  it('takes the next page from the URI of the service, on the own base', async () => {
    const reading = client.query(list);
    const next = 'https://elsewhere.test/x?before_id=g1&limit=1';
    (await service.nth(1)).answer(200, page([bot('g1')], next));
    const { loader } = await reading;
    const more = loader.run('more');
    const second = await service.nth(2);
    expect(service.requests.map(({ line }) => line)).toEqual([
      'GET /bot_users?limit=100',
      'GET /bot_users?before_id=g1&limit=1',
    ]);
    second.answer(200, page([bot('g2')]));
    await more;
    expect(loader.state().follows).toBe('end');
    expect(rows()).toEqual([bot('g1'), bot('g2')]);
  });

  it('has a bot user that was made while its first page was on its way', async () => {
    const reading = client.query(list);
    const listing = await service.nth(1);
    const made = run(client, botUserMutations.create(), { name: 'new' });
    (await service.nth(2)).answer(201, bot('h2'));
    await made;
    listing.answer(200, page([bot('h1')]));
    await reading;
    expect(rows()).toEqual([bot('h2'), bot('h1')]);
  });

  it('keeps none of the pages beside its rows', async () => {
    await load(bot('k1'));
    await waitFor(() => expect(client.getQueryCache().getAll()).toHaveLength(1));
  });
});

describe('another tab', () => {
  const otherTab = new BroadcastChannel('gatehouse-bot-users');
  const tell = (news: object) => otherTab.postMessage({ of: session.fingerprint(), news });

  beforeEach(() => session.signIn('a-key-of-another-tab', false));

  it('has its changes shown here, without a request', async () => {
    await load(bot('t1'), bot('t2'));
    tell({ type: 'changed', bot: bot('t1', false) });
    tell({ type: 'created', bot: bot('t3') });
    tell({ type: 'removed', id: 't2' });
    await waitFor(() => expect(rows()).toEqual([bot('t3'), bot('t1', false)]));
    expect(service.requests).toHaveLength(1);
  });

  it('takes the note of a refused switch away with its change', async () => {
    await load(bot('t9'));
    const refused = setActive('t9', false);
    (await service.nth(2)).answer(403, {});
    await refused;
    tell({ type: 'changed', bot: bot('t9', false) });
    await waitFor(() => expect(store()?.failureOf('t9')).toBeUndefined());
    expect(activeOf('t9')).toBe(false);
  });

  it('does not undo a switch that is under way here, but tells what it goes back to', async () => {
    await load(bot('t4'), bot('t5'));
    const done = setActive('t4', false);
    tell({ type: 'changed', bot: { ...bot('t4', true), name: 'renamed' } });
    tell({ type: 'removed', id: 't5' });
    await waitFor(() => expect(store()?.get('t5')).toBeUndefined());
    expect(store()?.get('t4')).toMatchObject({ name: 'renamed', active: false });
    (await service.nth(2)).answer(403, {});
    await done;
    expect(store()?.get('t4')).toMatchObject({ name: 'renamed', active: true });
  });

  it('has the page of a bot user tell that it was deleted there', async () => {
    const reading = client.query(botUserQueries.detail('t6'));
    (await service.nth(1)).answer(200, bot('t6'));
    await reading;
    tell({ type: 'removed', id: 't6' });
    const detail = () => client.getQueryState(botUserQueries.detail('t6').queryKey);
    await waitFor(() => expect(detail()?.error).toMatchObject({ failure: { status: 404 } }));
    expect(detail()?.data).toEqual(bot('t6'));
  });

  it('learns of what is changed here', async () => {
    const heard: unknown[] = [];
    otherTab.addEventListener('message', ({ data }: MessageEvent) => heard.push(data.news));
    await load(bot('t7'), bot('t8'));
    const switched = setActive('t7', false);
    (await service.nth(2)).answer(200, bot('t7', false));
    await switched;
    forgetBotUser(client, 't8');
    await waitFor(() =>
      expect(heard).toEqual([
        { type: 'changed', bot: bot('t7', false) },
        { type: 'removed', id: 't8' },
      ]),
    );
  });
});

describe('a creation that got no answer', () => {
  const wanted = (id: string, created_at = '2026-01-02T03:04:05Z'): BotUser => ({
    ...bot(id),
    name: 'wanted',
    created_at,
  });
  const since = Date.parse('2026-01-02T03:04:00Z');

  /** Sent, and lost. */
  async function lose() {
    const lost = run(client, botUserMutations.create(), { name: 'wanted' }).catch(() => {});
    (await service.nth(service.requests.length + 1)).answer(500, {});
    await lost;
  }
  async function find(...bots: BotUser[]) {
    const found = findCreated(client, 'wanted', since);
    (await service.nth(service.requests.length + 1)).answer(200, page(bots));
    return (await found).map(({ id }) => id);
  }

  it('is found, but not an older one of that name', async () => {
    await lose();
    expect(await find(wanted('f1', '2025-01-01T00:00:00Z'), wanted('f2'), bot('f3'))).toEqual([
      'f2',
    ]);
  });

  it('is none of those that were loaded, or made here, before it was sent', async () => {
    await load(wanted('g1'));
    const made = run(client, botUserMutations.create(), { name: 'wanted' });
    (await service.nth(2)).answer(201, wanted('g2'));
    await made;
    await lose();
    expect(await find(wanted('g2'), wanted('g1'))).toEqual([]);
  });

  it('is none of those that were made here while no list was loaded', async () => {
    const made = run(client, botUserMutations.create(), { name: 'wanted' });
    (await service.nth(1)).answer(201, wanted('g3'));
    await made;
    await lose();
    expect(await find(wanted('g3'))).toEqual([]);
  });

  it('may be one that the list has loaded since', async () => {
    await load(bot('q1'));
    await lose();
    const reading = refresh();
    (await service.nth(3)).answer(200, page([wanted('q2'), bot('q1')]));
    await reading;
    expect(await find(wanted('q2'), bot('q1'))).toEqual(['q2']);
  });

  it('comes into the list and to the other tabs when it is found', async () => {
    session.signIn('a-key-of-a-creation', false);
    const otherTab = new BroadcastChannel('gatehouse-bot-users');
    const heard: unknown[] = [];
    otherTab.addEventListener('message', ({ data }: MessageEvent) => heard.push(data.news));
    await load(bot('i1'));
    await lose();
    await find(wanted('i3'), wanted('i2'), bot('i1'));
    expect(rows()?.map((row) => row?.id)).toEqual(['i3', 'i2', 'i1']);
    await waitFor(() =>
      expect(heard).toEqual([
        { type: 'created', bot: wanted('i2') },
        { type: 'created', bot: wanted('i3') },
      ]),
    );
    otherTab.close();
  });
});
