// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';
import { run } from '#web/api/query-client.ts';
import type { ModuleRead } from '#web/features/routes/module-read.ts';
import type * as Queries from '#web/features/routes/queries.ts';
import { waitUntil } from '#web/lib/wait.test.helper.ts';

/** Of the page as it has just been opened: what it knows of the service lasts as long as it. */
let queries: typeof Queries;
let client: QueryClient;
/** Given in turn; the last one stays. */
let responses: Response[];
let asked: string[];

const route = { edge_id: 'e', id: 'r' };
const body = { enabled: true, ip_policy_ids: ['a'] };
const module = (enabled: boolean, tag?: string) =>
  Response.json(
    { enabled, ip_policies: [{ id: 'a', uri: '' }] },
    { headers: tag === undefined ? {} : { etag: tag } },
  );
const refusal = (status: number, error_code: string) => Response.json({ error_code }, { status });
const changed = () => refusal(412, 'PRECONDITION_FAILED');
const none = () => refusal(404, 'MODULE_NOT_FOUND');

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/config.json')) return Response.json({ service_host: 'h' });
    const { method, headers } = request;
    const conditions = ['if-match', 'if-none-match'].map((name) => headers.get(name));
    asked.push([method, ...conditions.filter((value) => value !== null)].join(' '));
    return (responses.length > 1 ? responses.shift() : responses[0])?.clone();
  });
  vi.resetModules();
  queries = await import('#web/features/routes/queries.ts');
  const { loadConfig } = await import('#web/api/config.ts');
  await loadConfig();
  client = createQueryClient();
});
afterEach(() => vi.unstubAllGlobals());

const read = (...given: Response[]) => {
  responses = given;
  return queries.readModule(route);
};
const replace = (basis: ModuleRead, ...given: Response[]) => {
  responses = given;
  return run(client, queries.changeModule(route), { wanted: body, basis });
};
const remove = (basis: ModuleRead, ...given: Response[]) => {
  responses = given;
  return run(client, queries.changeModule(route), { wanted: null, basis });
};

describe('a service with tags', () => {
  it('is asked to change what was read, and nothing else', async () => {
    const basis = await read(module(true, '"1"'));
    const outcome = await replace(basis, module(true, '"2"'));
    expect(outcome).toMatchObject({ kind: 'done', read: { condition: { ifMatch: '"2"' } } });
    await remove(outcome.read, new Response(null, { status: 204 }));
    expect(asked).toEqual(['GET', 'PUT "1"', 'DELETE "2"']);
  });

  it('is asked for a new module only where there was none', async () => {
    await read(module(true, '"1"'));
    const basis = await read(none());
    await replace(basis, module(true, '"2"'));
    expect(asked).toEqual(['GET', 'GET', 'PUT *']);
  });

  it('that refuses is read again, not asked again', async () => {
    const basis = await read(module(true, '"1"'));
    const put = await replace(basis, changed(), module(false, '"2"'));
    expect(put).toMatchObject({
      kind: 'changed',
      read: { module: { enabled: false }, condition: { ifMatch: '"2"' } },
    });
    expect(await remove(basis, changed(), none())).toMatchObject({
      kind: 'changed',
      read: { kind: 'none', condition: { ifNoneMatch: '*' } },
    });
    expect(asked).toEqual(['GET', 'PUT "1"', 'GET', 'DELETE "1"', 'GET']);
  });

  it('that refuses the tag that it shows is not asked for it a second time', async () => {
    const basis = await read(module(true, '"1"'));
    const { kind, read: now } = await replace(basis, changed(), module(true, '"1"'));
    expect(kind).toBe('changed');
    expect(now.condition).toBeUndefined();
    await replace(now, module(true, '"2"'));
    expect(asked.at(-1)).toBe('PUT');
  });

  it('that refuses and cannot be read has changed nothing', async () => {
    const basis = await read(module(true, '"1"'));
    await expect(replace(basis, changed(), refusal(403, 'FORBIDDEN'))).rejects.toThrow(
      'The module was changed in the meantime and could not be read again',
    );
  });

  it('keeps its tag in the cache, also beside an equal module', async () => {
    const query = new QueryObserver(client, queries.ipRestrictionQueries.of(route));
    responses = [module(true, '"1"')];
    const stop = query.subscribe(() => {});
    await waitUntil(() => query.getCurrentResult().data);
    responses = [module(true, '"2"')];
    await query.refetch();
    expect(query.getCurrentResult().data?.condition).toEqual({ ifMatch: '"2"' });
    await replace(
      { kind: 'none', module: null, routeExists: true, read_at: 1 },
      module(true, '"3"'),
    );
    expect(query.getCurrentResult().data?.condition).toEqual({ ifMatch: '"3"' });
    stop();
  });
});

it('learns nothing of a route from the web page of something in between', async () => {
  const webPage = () => new Response('<h1>Not here</h1>', { status: 404 });
  const basis = await read(module(true));
  await expect(read(webPage())).rejects.toMatchObject({ failure: { status: 404 } });
  await expect(remove(basis, webPage())).rejects.toMatchObject({ failure: { status: 404 } });
});

describe('a service without tags', () => {
  it('is asked as ever', async () => {
    await replace(await read(module(true)), module(false));
    await remove(await read(module(true)), new Response(null, { status: 204 }));
    await replace(await read(none()), module(true));
    await replace(await read(module(true, 'W/"1"')), module(true));
    expect(new Set(asked)).toEqual(new Set(['GET', 'PUT', 'DELETE']));
  });

  it('may refuse with 412 for reasons of its own', async () => {
    const basis = await read(module(true));
    await expect(replace(basis, changed())).rejects.toMatchObject({ failure: { status: 412 } });
    expect(asked).toEqual(['GET', 'PUT']);
  });
});

describe('a change made here', () => {
  it('keeps what it removed or replaced, until that is there again', async () => {
    const { knownRoutes } = await import('#web/features/routes/known-routes.ts');
    knownRoutes().add([{ ...route, label: 'R' }]);
    const former = () => knownRoutes().get().routes[0]?.former;
    const on = await read(module(true));
    await remove(on, new Response(null, { status: 204 }));
    expect(former()).toMatchObject(body);
    await replace(await read(none()), module(true));
    expect(former()).toBeUndefined();

    await replace(await read(module(false)), module(true));
    expect(former()).toMatchObject({ ...body, enabled: false });
    // The same list once more replaces nothing.
    await replace(await read(module(true)), module(true));
    expect(former()).toMatchObject({ ...body, enabled: false });
    // A read of what somebody else has changed is no change of ours.
    await read(none());
    expect(former()).toMatchObject({ ...body, enabled: false });
    knownRoutes().remove(route);
  });

  it('ends the time until which the route is off, unless it stays off', async () => {
    const { knownRoutes } = await import('#web/features/routes/known-routes.ts');
    knownRoutes().add([{ ...route, label: 'R' }]);
    const until = () => knownRoutes().get().routes[0]?.off_until;
    const on = await read(module(true));
    knownRoutes().setOffUntil(route, 5);
    await replace(on, module(false));
    expect(until()).toBe(5);
    await replace(await read(module(false)), module(true));
    expect(until()).toBeUndefined();
    knownRoutes().remove(route);
  });
});
