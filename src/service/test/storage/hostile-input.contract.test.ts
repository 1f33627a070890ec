import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { problemsOf } from '#service/test/hostile-answers.test.helper.ts';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import {
  fill,
  hostileRequests,
  MODULE,
  requestBytes,
  rightRequest,
  type HostileRequest,
} from '#service/test/hostile-requests.test.helper.ts';
import { storage } from '#service/test/postgres.test.helper.ts';
import {
  API_KEY,
  sharedService,
  storedBotUsers,
} from '#service/test/running-service.test.helper.ts';

/** More of them, or others: `HOSTILE_RUNS=20000 HOSTILE_SEED=7 npx vitest run hostile-input`. */
const FEW = storage === 'postgres' ? 15 : 40;
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? (process.env['TEST_FULL'] ? 600 : FEW));
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_260_101);

/** Of this process, for all requests of a connection: other than the time, it does not depend on other programs. */
const CPU_MS = 1_000;
const LARGE_CPU_MS = 2_000;
const LARGE_BYTES = 200_000;

const service = sharedService({ demo: true });
let known: Record<string, string>;

beforeAll(async () => {
  const { ipRestrictions } = service.account.stores;
  const [{ edge_id: edge, id: route } = { edge_id: '', id: '' }] = await ipRestrictions.routes();
  const [{ id: policy } = { id: '' }] = await ipRestrictions.policies();
  known = { edge, route, policy, host: new URL(service.url).host, key: API_KEY };
});

it(
  'answers whatever comes in the documented form, at little cost, and stores only what it has said',
  { timeout: 30_000 + RUNS * 500 },
  async () => {
    const requests = fc.array(hostileRequests, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), async (all, isPipelined) => {
        if (isPipelined) await throwAtOnce(all);
        else for (const request of all) await throwAtOnce([request]);
        expect(service.defects).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

/** All on one connection; those before the last tell the right length, or they would swallow the next. */
async function throwAtOnce(requests: HostileRequest[]): Promise<void> {
  const before = await stored();
  known['bot'] = before.bots[0]?.id ?? '';
  const sent = requests.map((request, index) => {
    const isWrong = request.framing === 'short' || request.framing === 'long';
    return isWrong && index < requests.length - 1
      ? { ...request, framing: 'length' as const }
      : request;
  });
  const bytes = Buffer.concat(sent.map((request) => requestBytes(request, known)));
  const usage = process.cpuUsage();
  const connection = await connectRaw(service.url, bytes);
  try {
    const last = sent.at(-1)?.framing;
    if (last === 'short') connection.socket.end();
    let closing = false;
    let changed: [method: string, target: string, text: string] | undefined;
    for (const { method, target } of sent) {
      const answer = await connection.next(method);
      if (answer === undefined && closing) break;
      if (answer === undefined) throw new Error(`${method} ${target}: no answer`);
      expect(problemsOf(method, target, answer), `${method} ${target}`).toEqual([]);
      closing = answer.headers.get('connection')?.[0] === 'close';
      if (/POST|PUT|PATCH|DELETE/.test(method) && answer.status < 300)
        changed = [method, target, answer.body.toString()];
    }
    const { user, system } = process.cpuUsage(usage);
    const bound = bytes.length > LARGE_BYTES ? LARGE_CPU_MS : CPU_MS;
    expect((user + system) / 1_000).toBeLessThan(bound);

    await expectStored(changed, before);
    // Neither side has lost count of where requests begin and end.
    if (closing || last === 'short' || last === 'long') return;
    connection.socket.write(requestBytes(rightRequest, known));
    const next = await connection.next('GET');
    expect([next?.status, next?.body.toString()]).toEqual([200, expect.stringMatching(/^\{"bot_/)]);
  } finally {
    connection.close();
  }
}

/** The last change of a connection reads back as its answer has said; where there was none, all is as before. */
async function expectStored(change: string[] | undefined, before: unknown): Promise<void> {
  if (change === undefined) return expect(await stored()).toEqual(before);
  const [method, target = '', said = ''] = change;
  const named = fill(target, known).replace(/^.*?\/api|\?.*$/g, '');
  const path = method === 'POST' ? `/bot_users/${JSON.parse(said).id}` : named;
  const { status, text } = await service.api('GET', path);
  if (method === 'DELETE') expect(status).toBe(404);
  else expect([status, text]).toEqual([200, said]);
}

async function stored() {
  const { json } = await service.api('GET', fill(MODULE, known).replace('/api', ''));
  return { bots: await storedBotUsers(service.account), module: json.error_code ?? json };
}
