import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import { rewritten, type Fault, type RealAnswer } from './faults.ts';
import { test } from './fixtures.ts';
import { endToEnd, forward, listening, passOn } from './local-server.ts';
import type { Service } from './service.ts';

/**
 * Stands before the service under test: page, headers and answers are the service's own, but for the operations that
 * a test gives a fault. `call` goes past it, as other clients do.
 */
export interface FaultProxy {
  /** Answers an operation so from now on, or so many times; then what was given before counts again. */
  answer(operation: Endpoint, fault: Fault, times?: number): void;
  /** Answers all operations as the service does again. */
  heal(): void;
  /** The queries that an operation was asked with, from first to last. */
  asked(operation: Endpoint): readonly URLSearchParams[];
  /** What a page is told at its start, on top of what the service tells. */
  configure(config: Partial<RuntimeConfig>): void;
}

interface ProxyFixtures {
  listeningProxy: FaultProxy & { url: string };
  /** What the browser logs of a fault is allowed by giving it. */
  faultProxy: FaultProxy;
}

export const proxyTest = test.extend<ProxyFixtures>({
  listeningProxy: async ({ service }, provide) => withProxy(service, provide),
  baseURL: async ({ listeningProxy }, provide) => provide(listeningProxy.url),
  faultProxy: async ({ listeningProxy, problems }, provide) =>
    provide({
      ...listeningProxy,
      answer(operation, fault, times) {
        if (fault.logged !== undefined) problems.allow(fault.logged);
        listeningProxy.answer(operation, fault, times);
      },
    }),
});

const operations: Endpoint[] = [
  ...Object.values(botUserEndpoints),
  ...Object.values(ipRestrictionEndpoints),
];

function operationOf({ method }: IncomingMessage, path: string): Endpoint | undefined {
  return operations.find((operation) => {
    const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${API_BASE}${pattern}$`).test(path);
  });
}

/** A fault that a test gave, and how often it is still to come. */
interface Given {
  operation: Endpoint;
  fault: Fault;
  left: number;
}

async function withProxy(
  service: Service,
  body: (proxy: ProxyFixtures['listeningProxy']) => Promise<void>,
): Promise<void> {
  /** The one given last comes first. */
  let given: Given[] = [];
  const asked: { operation: Endpoint; query: URLSearchParams }[] = [];
  let config: Partial<RuntimeConfig> = {};

  const configured = rewritten<object>((told) => ({ ...told, ...config }));

  function nextFault(operation: Endpoint | undefined): Given | undefined {
    const next = given.find((each) => each.operation === operation && each.left > 0);
    if (next) next.left -= 1;
    return next;
  }

  await listening(
    (request, response) => {
      const [path = '', query] = (request.url ?? '').split('?');
      const real = () => whole(forward(request, service.url));
      const answerBy = ({ answer }: Fault) =>
        Promise.resolve(answer({ request, response, real })).catch(() => response.destroy());
      if (path === RUNTIME_CONFIG_PATH) return void answerBy(configured);
      const operation = operationOf(request, path);
      if (operation !== undefined) asked.push({ operation, query: new URLSearchParams(query) });
      const next = nextFault(operation);
      if (next) void answerBy(next.fault);
      else void passOn(request, response, service.url);
    },
    (url) =>
      body({
        url,
        answer(operation, fault, left = Infinity) {
          given.unshift({ operation, fault, left });
        },
        heal: () => (given = []),
        asked: (operation) =>
          asked.filter((each) => each.operation === operation).map(({ query }) => query),
        configure: (more) => (config = more),
      }),
  );
}

async function whole(asked: Promise<IncomingMessage>): Promise<RealAnswer> {
  const answer = await asked;
  return { status: answer.statusCode ?? 502, headers: endToEnd(answer), body: await text(answer) };
}
