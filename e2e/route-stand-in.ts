import { text } from 'node:stream/consumers';
import type { Page } from 'playwright/test';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { pressAdd, typeRoutes } from './controls.ts';
import { proxyTest } from './fault-proxy.ts';
import type { Fault } from './faults.ts';
import { signIn } from './fixtures.ts';

/** `null`: the route has no module. */
type Module = IpRestrictionReplace | null;

/** What is answered; without a body nothing comes but the status. */
interface Reply {
  status: number;
  body?: unknown;
}

/**
 * Routes of a service as the API is documented: it tells no tags and lists no routes. In memory, in the place of those
 * of the service under test.
 */
export interface RouteStandIn {
  /** By the ids of the routes; those that are not in it do not exist. */
  modules: Map<string, Module>;
  /** Of the routes that were written to, removals included, in the order of the requests. */
  written: string[];
  /** Routes whose next write is refused. */
  refusing: Set<string>;
}

export const EDGE = 'edghts_standin';

export const moduleWith = (enabled: boolean, ...ip_policy_ids: string[]) => ({
  enabled,
  ip_policy_ids,
});

const refusal = (status: number, error_code: string): Reply => ({
  status,
  body: { error_code, status_code: status, msg: 'Refused by the stand-in', details: {} },
});

/** As the service sends what it was sent. */
const replyOf = (module: Module): Reply =>
  module === null
    ? refusal(404, 'MODULE_NOT_FOUND')
    : {
        status: 200,
        body: {
          enabled: module.enabled,
          ip_policies: module.ip_policy_ids.map((id) => ({ id, uri: `/ip_policies/${id}` })),
        },
      };

/** Only the routes of the stand-in: the operator shares none. */
export const standInTest = proxyTest.extend<{ standIn: RouteStandIn }>({
  standIn: async ({ faultProxy }, provide) => {
    const modules: RouteStandIn['modules'] = new Map();
    const written: string[] = [];
    const refusing = new Set<string>();

    function reply(method: string, id: string, body: string): Reply {
      const module = modules.get(id);
      if (method !== 'GET') written.push(id);
      // A service refuses it for good: it is not tried again.
      if (method !== 'GET' && refusing.delete(id)) return refusal(422, 'REFUSED');
      if (module === undefined) return refusal(404, 'ROUTE_NOT_FOUND');
      if (method === 'GET') return replyOf(module);
      const next = method === 'PUT' ? (JSON.parse(body) as IpRestrictionReplace) : null; // checked by the page's client
      modules.set(id, next);
      return next ? replyOf(next) : { status: 204 };
    }

    const standIn: Fault = {
      answer: async ({ request, response }) => {
        const { method = '', url = '' } = request;
        const id = decodeURIComponent(/\/routes\/([^/?]+)/.exec(url)?.[1] ?? '');
        const { status, body } = reply(method, id, await text(request));
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      },
    };
    faultProxy.configure({ inventory_base: null });
    for (const operation of Object.values(ipRestrictionEndpoints))
      faultProxy.answer(operation, standIn);
    await provide({ modules, written, refusing });
  },
});

/** `count` routes, each with its line; every second one has a label. */
export const someRoutes = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const id = `edghtsrt_${String(at).padStart(4, '0')}`;
    const label = `shop/site-${String(at).padStart(4, '0')}`;
    return at % 2 === 0
      ? { id, line: `${EDGE},${id},${label}`, name: label }
      : { id, line: `${EDGE} ${id}`, name: id };
  });

/** Opens the page with so many routes on the list, each of which the stand-in may have. */
export async function openRoutes(page: Page, routes: readonly { line: string }[]) {
  await signIn(page, '/routes');
  await typeRoutes(
    page,
    routes.map(({ line }) => line),
  );
  await pressAdd(page, `Add ${routes.length} routes`);
}
