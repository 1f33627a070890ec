import { beforeAll, beforeEach, expect, it } from 'vitest';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { storage } from '#service/test/postgres.test.helper.ts';
import {
  firstModule,
  sharedService,
  type ApiAnswer,
} from '#service/test/running-service.test.helper.ts';

/** Two instances on one PostgreSQL database; SQLite has one writer, which then is both. */
const publicUrl = 'https://gate.test';
const service = sharedService({ demo: true, publicUrl });
const other = storage === 'postgres' ? sharedService({ publicUrl }, () => service.data) : service;
let module: string;
let policies: string[];

beforeAll(async () => {
  module = await firstModule(service);
  policies = (await service.account.stores.ipRestrictions.policies()).map(({ id }) => id);
});
beforeEach(async () => {
  tag = tagOf(await put({ ip_policy_ids: policies.slice(0, 2) }));
});

/** Of the module as each test finds it. */
let tag: string;
const STALE = '"stale"';

const tagOf = ({ headers }: ApiAnswer) => headers.get('etag') ?? '';
const get = (headers = {}) => service.api('GET', module, { headers });
const put = (body: unknown, headers = {}) => service.api('PUT', module, { body, headers });
const remove = (headers = {}) => service.api('DELETE', module, { headers });

/** Without a trace. */
async function expectRefused(write: () => Promise<ApiAnswer>) {
  const before = await get();
  const answer = await write();
  expect([outcome(answer), tagOf(answer)]).toEqual(['412 PRECONDITION_FAILED', '']);
  const after = await get();
  expect([outcome(after), tagOf(after)]).toEqual([outcome(before), tagOf(before)]);
}

it('has a tag that is strong, and the same from PUT, GET and every instance, as long as the state is the same', async () => {
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect([tagOf(await get()), tagOf(await other.api('GET', module))]).toEqual([tag, tag]);
  await put({ enabled: false });
  expect(tagOf(await put({ enabled: true, ip_policy_ids: policies.slice(0, 2) }))).toBe(tag);
  await remove();
  expect(tagOf(await put({ ip_policy_ids: [...policies.slice(0, 2), policies[0]] }))).toBe(tag);
});

it('has a tag that differs with the state, with each policy and with their order', async () => {
  const [one, two, three] = policies;
  const tags = new Set([tagOf(await put({ enabled: false, ip_policy_ids: [one, two] }))]);
  for (const ip_policy_ids of [[one, two], [two, one], [one], [one, three], []])
    tags.add(tagOf(await put({ ip_policy_ids })));
  expect(tags.size).toBe(6);
});

it('has its tag on no refusal and on no answer of DELETE', async () => {
  for (const answer of [await put({ ip_policy_ids: ['x'] }), await remove(), await get()])
    expect(tagOf(answer)).toBe('');
});

const body = { enabled: false, ip_policy_ids: [] };
const writes = [
  ['PUT', 200, (headers: object) => put(body, headers)],
  ['DELETE', 204, (headers: object) => remove(headers)],
] as const;

it.each(writes)('%s changes only what fits its conditions', async (_method, success, write) => {
  // The empty one is no tag, and must not get lost on its way.
  for (const ifMatch of [STALE, '', '"*"', tag.slice(1, -1), `${STALE}, W/${tag}, "b"`])
    await expectRefused(() => write({ 'If-Match': ifMatch }));
  // One that cannot be read whole does not protect: what it names may be there.
  for (const ifNoneMatch of [
    '*',
    '',
    tag.slice(1, -1),
    `*, ${STALE}`,
    `${STALE} ${tag.slice(0, -1)}`,
  ])
    await expectRefused(() => write({ 'If-None-Match': ifNoneMatch }));
  await expectRefused(() => write({ 'If-Match': tag, 'If-None-Match': `W/${tag}` }));
  const tags = `"a, b", W/"c" , ${tag},${STALE}`;
  expect((await write({ 'If-Match': tags, 'If-None-Match': STALE })).status).toBe(success);
  expect(tagOf(await get())).not.toBe(tag);
});

it.each(writes)('%s with If-Match never meets an absent module', async (_, success, write) => {
  expect((await write({ 'If-Match': '*' })).status).toBe(success);
  expect((await remove()).status).toBe(204);
  for (const ifMatch of ['*', tag]) await expectRefused(() => write({ 'If-Match': ifMatch }));
});

it('answers a GET by 304 without a body when the reader has this state', async () => {
  for (const tags of [`${STALE}, W/${tag}`, '*']) {
    const known = await get({ 'If-None-Match': tags });
    expect([known.status, known.text, tagOf(known)]).toEqual([304, '', tag]);
  }
  expect((await get({ 'If-None-Match': STALE })).status).toBe(200);
  await put(body);
  expect((await get({ 'If-None-Match': tag })).json).toEqual({ enabled: false, ip_policies: [] });
  await remove();
  expect((await get({ 'If-None-Match': '*' })).status).toBe(404);
});

const entries = async () => (await service.account.stores.history.page({}, 9_999)).length;

/** In turn to either instance; none makes the state that a race begins with. */
const race = (method: string, headers: Record<string, string>) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const state = { enabled: true, ip_policy_ids: policies.slice(0, index % 3) };
      const write = { headers, ...(method === 'PUT' && { body: state }) };
      return (index % 2 === 0 ? service : other).api(method, module, write);
    }),
  );

it.each([
  ['changes', 'PUT', 200, () => put({ enabled: false, ip_policy_ids: [policies[0]] })],
  ['makes', 'PUT', 200, () => remove()],
  ['removes', 'DELETE', 204, () => put(body)],
] as const)(
  'of 20 changes at once exactly one %s the module',
  async (_, method, success, prepare) => {
    for (let round = 0; round < (process.env['TEST_FULL'] ? 5 : 1); round += 1) {
      const before = tagOf(await prepare());
      const condition = before === '' ? { 'If-None-Match': '*' } : { 'If-Match': before };
      const known = await entries();
      const answers = await race(method, condition);
      const winners = answers.filter(({ status }) => status === success);
      const losers = answers.filter(({ status }) => status === 412);
      expect([winners.length, losers.length]).toEqual([1, 19]);
      // A write that did not find what it expected has no entry.
      expect(await entries()).toBe(known + 1);
      const state = await get();
      expect(state.status === 404 ? '' : state.text).toBe(winners[0]?.text);
    }
  },
);
