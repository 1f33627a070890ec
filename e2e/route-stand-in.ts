import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { proxyTest } from './fault-proxy.ts';
import type { Fault } from './faults.ts';

/** `null`: the route has no module. */
export type StandInModule = IpRestrictionReplace | null;

/** What is answered; without a body nothing comes but the status. */
export interface Reply {
  status: number;
  body?: unknown;
}

/**
 * Routes of a service as the API is documented: it tells no tags and lists no routes. In memory, in the place of those
 * of the service under test.
 */
export interface RouteStandIn {
  /** By the ids of the routes; those that are not in it do not exist. */
  modules: Map<string, StandInModule>;
  /** Of the routes that were written to, removals included, in the order of the requests. */
  written: string[];
  /**
   * Answers the next such request of a route, once.
   *
   * @param reply may let the request be done, by `real`, and change what there is before or after that
   */
  next(method: 'GET' | 'PUT' | 'DELETE', id: string, reply: Answer): void;
}

type Answer = (real: () => Reply) => Reply | Promise<Reply>;

export const EDGE = 'edghts_standin';

export const editorOf = (id: string) => `/edges/${EDGE}/routes/${id}/ip-restriction`;

export const moduleWith = (enabled: boolean, ...ip_policy_ids: string[]) => ({
  enabled,
  ip_policy_ids,
});

const missing: Reply = {
  status: 404,
  body: { error_code: 'MODULE_NOT_FOUND', status_code: 404, msg: 'No module', details: {} },
};
const noRoute: Reply = {
  status: 404,
  body: { error_code: 'ROUTE_NOT_FOUND', status_code: 404, msg: 'No route', details: {} },
};

/** What services answer in the place of a module that is not there. */
export const NOTHING: Reply[] = [
  { status: 200, body: null },
  { status: 200, body: {} },
  { status: 204 },
];

/** As the service sends what it was sent. */
export const replyOf = (module: StandInModule): Reply =>
  module === null
    ? missing
    : {
        status: 200,
        body: {
          enabled: module.enabled,
          ip_policies: module.ip_policy_ids.map((id) => ({ id, uri: `/ip_policies/${id}` })),
        },
      };

interface StandInFixtures {
  /** What a page is told at its start, on top of what the service tells. */
  config: Partial<RuntimeConfig>;
  standIn: RouteStandIn;
}

/** Only the routes of the stand-in: the operator shares none. */
export const standInTest = proxyTest.extend<StandInFixtures>({
  config: [{}, { option: true }],
  standIn: async ({ faultProxy, config }, provide) => {
    const modules: RouteStandIn['modules'] = new Map();
    const written: string[] = [];
    const answers = new Map<string, Answer[]>();

    async function reply({ method = '', url = '' }: IncomingMessage, body: string): Promise<Reply> {
      const id = decodeURIComponent(/\/routes\/([^/?]+)/.exec(url)?.[1] ?? '');
      const real = () => done(method, id, body);
      const answer = answers.get(`${method} ${id}`)?.shift();
      if (method !== 'GET') written.push(id);
      return answer ? answer(real) : real();
    }

    function done(method: string, id: string, body: string): Reply {
      const module = modules.get(id);
      if (module === undefined) return noRoute;
      if (method === 'GET') return replyOf(module);
      if (method === 'DELETE') {
        modules.set(id, null);
        return module === null ? missing : { status: 204 };
      }
      const sent = JSON.parse(body) as IpRestrictionReplace; // checked by the page's own client
      modules.set(id, sent);
      return replyOf(sent);
    }

    const standIn: Fault = {
      answer: async ({ request, response }) => {
        const { status, body } = await reply(request, await text(request));
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      },
      says: [],
      outcome: 'done',
    };
    faultProxy.configure({ inventory_base: null, ...config });
    for (const operation of Object.values(ipRestrictionEndpoints))
      faultProxy.answer(operation, standIn);
    await provide({
      modules,
      written,
      next(method, id, answer) {
        const key = `${method} ${id}`;
        answers.set(key, [...(answers.get(key) ?? []), answer]);
      },
    });
  },
});

/** `count` routes, each with its line of another kind: addresses, ids, with and without labels, in any order. */
export function mixedRoutes(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const id = `edghtsrt_${String(at).padStart(4, '0')}`;
    const label = `${['shop', 'api', 'docs'][at % 3]}/site-${String(at).padStart(4, '0')}`;
    const lines = [
      `${label},${EDGE},${id}`,
      `${EDGE},${id},${label}`,
      `${id}\t${EDGE}\t${label}`,
      `"${label}";${EDGE};${id}`,
      `/edges/https/${EDGE}/routes/${id}/ip_restriction`,
      `${EDGE} ${id}`,
    ];
    const line = lines[at % lines.length] ?? '';
    return { id, line, name: line.includes(label) ? label : id };
  });
}
