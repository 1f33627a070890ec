import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectRaw,
  type RawAnswer,
  type RawConnection,
} from '#service/test/hostile-connection.test.helper.ts';
import { createModel } from '#service/test/hostile-model.test.helper.ts';
import { askAllTheTime } from '#service/test/hostile-others.test.helper.ts';
import { problemsOf } from '#service/test/hostile-oracle.test.helper.ts';
import {
  hostileRequests,
  requestBytes,
  type HostileRequest,
} from '#service/test/hostile-requests.test.helper.ts';
import {
  API_KEY,
  freshData,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

/** More of them, or others: `HOSTILE_RUNS=20000 HOSTILE_SEED=7 npx vitest run hostile-input`. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? (process.env['TEST_FULL'] ? 600 : 40));
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_260_101);

/** Of this process, for all requests of a connection: other than the time, it does not depend on other programs. */
const CPU_MS = 1_000;
const LARGE_CPU_MS = 2_000;
const LARGE_BYTES = 200_000;

let service: RunningService;
let model: Awaited<ReturnType<typeof createModel>>;
let port: number;

beforeAll(async () => {
  service = await startService({ ...(await freshData()), DEMO: 'on' });
  port = Number(new URL(service.url).port);
  model = await createModel(service);
});
afterAll(() => service.stop());

it(
  'answers whatever comes in the documented form, at little cost, and stores only what it has said',
  { timeout: 30_000 + RUNS * 500 },
  async () => {
    const others = askAllTheTime(service.url);
    const connections = fc.record({
      requests: fc.array(hostileRequests, { minLength: 1, maxLength: 4 }),
      isPipelined: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(connections, async ({ requests, isPipelined }) => {
        if (isPipelined) await throwAtOnce(requests);
        else for (const request of requests) await throwAtOnce([request]);
        expect(service.defects).toEqual([]);
        others.expectWell();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    await others.stop();
    await model.expectStored();
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

/** All on one connection. */
async function throwAtOnce(requests: HostileRequest[]): Promise<void> {
  const sent = requests.map((request, index) =>
    index < requests.length - 1 ? tellingTheLength(request) : request,
  );
  const known = model.known();
  const bytes = Buffer.concat(sent.map((request) => requestBytes(request, known)));
  const before = process.cpuUsage();
  const connection = await connectRaw(port);
  try {
    connection.send(bytes);
    const last = sent.at(-1)?.framing;
    if (last === 'short') connection.half();
    let closing = false;
    for (const { method, target } of sent) {
      const answer = await connection.next(method);
      if (answer === undefined && closing) return;
      if (answer === undefined) throw new Error(`${method} ${target}: no answer`);
      model.learn(method, target, answer, known);
      expect(problemsOf(method, target, answer), `${method} ${target}`).toEqual([]);
      closing = isClosing(answer);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(
      bytes.length > LARGE_BYTES ? LARGE_CPU_MS : CPU_MS,
    );
    if (!closing && last !== 'short' && last !== 'long') await expectUsable(connection);
  } finally {
    connection.close();
  }
}

/** One that announces another length than it has would swallow the next. */
const tellingTheLength = (request: HostileRequest): HostileRequest =>
  request.framing === 'short' || request.framing === 'long'
    ? { ...request, framing: 'length' }
    : request;

const isClosing = ({ headers }: RawAnswer) => headers.get('connection')?.[0] === 'close';

/** Neither side has lost count of where requests begin and end. */
async function expectUsable(connection: RawConnection): Promise<void> {
  const head = [
    `GET /api/bot_users?limit=1 HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${API_KEY}`,
    'Service-Version: 2',
  ];
  connection.send(Buffer.from(`${head.join('\r\n')}\r\n\r\n`));
  const answer = await connection.next('GET');
  expect(answer?.status, 'the next request').toBe(200);
  expect(answer?.body.toString()).toMatch(/^\{"bot_users":\[/);
}
