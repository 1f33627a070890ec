// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/routes" }
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { activity } from '#web/api/activity.ts';
import { ConfigContext, loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import type * as KnownRoutes from '#web/features/routes/known-routes.ts';
import { RoutesPage } from '#web/features/routes/list/routes-page.tsx';

/** Ids of the routes whose rows were drawn, since it was emptied. */
const drawn: string[] = [];
vi.mock('#web/features/routes/known-routes.ts', async (importActual) => {
  const actual = await importActual<typeof KnownRoutes>();
  return {
    ...actual,
    rowId(route: RouteIds) {
      drawn.push(route.id);
      return actual.rowId(route);
    },
  };
});

const shared = [{ label: 'Payments', edge_id: 'e', id: 's' }];
const own = { edge_id: 'e', id: 'r', label: 'Mine' };

let asked: Request[];
/** Answers the oldest request for the shared routes that waits. */
let answer: (response: Response) => void;
let client: QueryClient;
let root: Root | undefined;
let loaded: RuntimeConfig;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  client = createQueryClient();
  asked = [];
});
afterEach(async () => {
  await leave();
  session.end('none');
  document.body.replaceChildren();
  knownRoutes().remove(own);
  vi.unstubAllGlobals();
});

async function open(config: Partial<RuntimeConfig> = { inventory_base: '/inventory' }) {
  const waiting: Array<(response: Response) => void> = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/config.json'))
      return Response.json({
        service_host: 'api.test',
        api_base: 'https://api.test/v1',
        ...config,
      });
    if (request.url.includes('/edges/'))
      return Response.json({ error_code: 'MODULE_NOT_FOUND', msg: 'None.' }, { status: 404 });
    asked.push(request);
    if (request.url.endsWith('/ip-policies')) return Response.json({ ip_policies: [] });
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  answer = (response) => waiting.shift()?.(response);
  loaded = await loadConfig();
  session.signIn('the-key', false);
  await show();
}

async function show() {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root?.render(
      <ConfigContext value={loaded}>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <RoutesPage />
          </MemoryRouter>
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
}

async function leave() {
  await act(async () => root?.unmount());
  root = undefined;
}

/** What follows from an answer. */
const seen = (assertion: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    assertion();
  }, 20_000);

const urls = () => asked.map(({ url }) => url);
const ROUTES = 'https://api.test/inventory/routes';
const POLICIES = 'https://api.test/inventory/ip-policies';

const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
const alert = () => document.querySelector('[role=alert]');
const list = () => document.querySelector('[aria-label="Route list"]');

it('reads the shared routes and names once a session, beside the API and with its key', async () => {
  await open();
  expect(list()?.textContent).toBe('Loading shared routes…');
  answer(Response.json({ routes: shared }));
  await seen(() => expect(names()).toEqual(['PaymentsShared']));

  await act(async () => window.dispatchEvent(new Event('focus')));
  await leave();
  await show();
  expect(names()).toEqual(['PaymentsShared']);
  expect(urls()).toEqual([ROUTES, POLICIES]);
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer the-key',
    'Bearer the-key',
  ]);
  const ofList = activity.get().entries.filter(({ path }) => path.startsWith('/inventory'));
  const log = { base: 'https://api.test', end: { response: { status: 200 } } };
  expect(ofList).toMatchObject([
    { ...log, path: '/inventory/ip-policies' },
    { ...log, path: '/inventory/routes' },
  ]);
});

it('keeps its own routes when the shared ones cannot be read, and reads them when asked to', async () => {
  await open();
  await act(async () => void knownRoutes().add([own]));
  answer(Response.json({ msg: 'Not here.' }, { status: 404 }));
  await seen(() => expect(alert()?.textContent).toContain('Shared routes could not be loaded.'));
  expect(alert()?.textContent).toContain('The service answered 404.');
  expect(names()).toEqual(['Mine']);
  expect(urls()).toEqual([ROUTES, POLICIES]);

  await act(async () => alert()?.querySelector('button')?.click());
  expect(names()).toEqual(['Mine']);
  answer(Response.json({ routes: shared }));
  await seen(() => expect(names()).toEqual(['Mine', 'PaymentsShared']));
  expect(alert()).toBeNull();
  expect(urls()).toEqual([ROUTES, POLICIES, ROUTES]);
});

it('draws one row again for one route that has changed', async () => {
  await open({});
  // More than are read without asking.
  const routes = Array.from({ length: 31 }, (_, index) => ({ ...own, id: `r${index}` }));
  let undo = () => {};
  await act(async () => void ({ undo } = knownRoutes().add(routes)));
  drawn.length = 0;
  await act(async () => knownRoutes().rename({ edge_id: 'e', id: 'r30' }, 'Mine too'));
  expect(new Set(drawn)).toEqual(new Set(['r30']));
  await act(async () => undo());
});

it('asks for nothing where the configuration names no inventory', async () => {
  await open({});
  expect(list()?.textContent).toContain('Add the first route');
  expect(asked).toEqual([]);
});

it('forgets the shared routes with the session, also those that come after it', async () => {
  await open();
  await act(async () => session.end('signed-out'));
  answer(Response.json({ routes: shared }));
  await seen(() => expect(client.isFetching()).toBe(0));
  expect(knownRoutes().get().routes).toEqual([]);
  await leave();

  client.clear();
  await open();
  answer(Response.json({ routes: shared }));
  await seen(() => expect(names()).toEqual(['PaymentsShared']));
  await act(async () => knownRoutes().pin({ edge_id: 'e', id: 's' }, true));
  await act(async () => session.end('signed-out'));
  expect(names()).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain('Payments');
});
