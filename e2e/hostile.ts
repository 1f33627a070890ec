import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import type { Fault, RealAnswer } from './faults.ts';
import { expect, test } from './fixtures.ts';
import { endToEnd, forward, listening, passOn } from './local-server.ts';
import type { Service } from './service.ts';

/**
 * Stands before the service of the worker: page, headers and answers are the service's own, but for the operations
 * that a test gives a bad answer.
 */
export interface Hostile {
  /** Answers every request of an operation so from now on. */
  answer(operation: Endpoint, fault: Fault): void;
  /** Answers all operations as the service does again. */
  heal(): void;
  /** Lets the slow answers go. */
  release(): void;
  /** When the requests of an operation came, in milliseconds. */
  asked(operation: Endpoint): readonly number[];
  /** What a page is told at its start, on top of what the service tells. */
  configure(config: Partial<RuntimeConfig>): void;
}

/** Where answers lead that lead elsewhere. */
interface Elsewhere {
  url: string;
  /** Whatever came there. */
  asked: string[];
}

interface HostileFixtures {
  elsewhere: Elsewhere;
  standIn: Hostile & { url: string };
  /** What the browser logs of a bad answer is allowed by giving it. */
  hostile: Hostile;
}

export const hostileTest = test.extend<HostileFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  elsewhere: async ({}, provide) => {
    const asked: string[] = [];
    await listening(
      ({ url = '' }, response) => {
        asked.push(url);
        response.end();
      },
      (url) => provide({ url, asked }),
    );
    expect(asked, 'requests that followed an answer').toEqual([]);
  },
  standIn: async ({ service, elsewhere }, provide) => withStandIn(service, elsewhere.url, provide),
  baseURL: async ({ standIn }, provide) => provide(standIn.url),
  hostile: async ({ standIn, elsewhere, problems }, provide) => {
    // The browser reports a redirect as a request also where it is not followed.
    problems.allowOrigin(elsewhere.url);
    await provide({
      ...standIn,
      answer(operation, fault) {
        if (fault.logged !== undefined) problems.allow(fault.logged);
        standIn.answer(operation, fault);
      },
    });
  },
});

const operations: Endpoint[] = [
  ...Object.values(botUserEndpoints),
  ...Object.values(ipRestrictionEndpoints),
];

function operationOf({ method, url = '' }: IncomingMessage): Endpoint | undefined {
  const [path] = url.split('?');
  return operations.find((operation) => {
    const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${API_BASE}${pattern}$`).test(path ?? '');
  });
}

async function withStandIn(
  service: Service,
  elsewhere: string,
  body: (standIn: HostileFixtures['standIn']) => Promise<void>,
): Promise<void> {
  const faults = new Map<Endpoint, Fault>();
  const times = new Map<Endpoint, number[]>();
  let config: Partial<RuntimeConfig> = {};
  let letGo = () => {};
  let released = new Promise<void>(() => {});

  const tell: Fault['answer'] = async ({ response, real }) => {
    const told: unknown = JSON.parse((await real()).body);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...(told as object), ...config })); // as the contract says
  };

  function answerOf(request: IncomingMessage): Fault['answer'] | undefined {
    if (request.url === RUNTIME_CONFIG_PATH) return tell;
    const operation = operationOf(request);
    if (operation === undefined) return undefined;
    times.set(operation, [...(times.get(operation) ?? []), Date.now()]);
    return faults.get(operation)?.answer;
  }

  await listening(
    (request, response) => {
      const answer = answerOf(request);
      const real = () => whole(forward(request, service.url));
      if (answer === undefined) void passOn(request, response, service.url);
      else
        Promise.resolve(answer({ request, response, real, released, elsewhere })).catch(() =>
          response.destroy(),
        );
    },
    (url) =>
      body({
        url,
        answer(operation, fault) {
          released = new Promise((resolve) => (letGo = resolve));
          faults.set(operation, fault);
        },
        heal: () => faults.clear(),
        release: () => letGo(),
        asked: (operation) => times.get(operation) ?? [],
        configure: (more) => (config = more),
      }),
  );
}

async function whole(asked: Promise<IncomingMessage>): Promise<RealAnswer> {
  const answer = await asked;
  return { status: answer.statusCode ?? 502, headers: endToEnd(answer), body: await text(answer) };
}
