import { expect, it, vi } from 'vitest';
import { redacted } from '#client/request-log.ts';
import { entityTagOf } from '#client/response.ts';
import { KEY as key, watching } from '#client/watched-call.test.helper.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: '2026-01-02T03:04:05Z' };
const once = { once: true };

it('is told when it begins and when it ends', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const { call, reports } = watching(async () => {
    expect(reports).toHaveLength(1);
    clock.mockReturnValue(1070);
    return Response.json({ ...bot, extra: 1 }, { headers: { 'operation-id': 'op_1' } });
  });
  await call(botUserEndpoints.update, { params: { id: 'b' }, body: { active: true } });

  const [begun, ended] = reports;
  expect(begun).toMatchObject({
    attempt: 1,
    method: 'PATCH',
    template: '/bot_users/{id}',
    base: 'https://api.test',
    path: '/bot_users/b',
    body: '{"active":true}',
    headers: { 'Service-Version': '2' },
  });
  expect(begun?.end).toBeUndefined();
  expect(ended).toEqual({ ...begun, end: ended?.end });
  expect(ended?.end).toMatchObject({
    durationMs: 70,
    response: {
      status: 200,
      headers: { 'operation-id': 'op_1' },
      body: JSON.stringify({ ...bot, extra: 1 }),
    },
  });
  expect(ended?.end?.failure).toBeUndefined();
});

it('is one for each attempt of a read', async () => {
  const { call, reports } = watching(async () => Response.json({}, { status: 500 }));
  await call(botUserEndpoints.get, { params: { id: 'b' } }, { retry: 'interactive' }).catch(
    () => {},
  );
  const told = reports.map(({ attempt, end }) => `${attempt} ${end?.response?.status}`);
  expect(told).toEqual(['1 undefined', '1 500', '2 undefined', '2 500', '3 undefined', '3 500']);
  expect(reports[2]?.number).not.toBe(reports[0]?.number);
});

it('gives nothing of the key away in its shown parts, wherever it is sent or quoted', async () => {
  const { call, reports, shown } = watching(async () =>
    Response.json(
      { msg: key, error_code: key, details: { [key]: key, operation_id: key } },
      { status: 400, headers: { 'x-request-id': key, 'x-echo': `Bearer ${key}` } },
    ),
  );
  const params = { id: key };
  await call(botUserEndpoints.update, { params, body: { name: key } }).catch(() => {});
  expect(reports).toHaveLength(2);
  expect(shown()).toContain('/bot_users/••••');
  expect(shown()).not.toContain(key);
  expect(JSON.stringify(reports.map(({ end }) => end?.failure))).not.toContain(key);
  expect(JSON.stringify(reports).toLowerCase()).not.toContain('authorization');
});

it('hides in each request the key that it was sent with, also after another one has come', async () => {
  let current = key;
  const echo = async ({ headers }: Request) =>
    Response.json({ msg: headers.get('authorization')?.slice(7) }, { status: 401 });
  const { call, shown } = watching(echo, () => current);
  const other = 'another-key-9876543210';
  for (current of [key, other])
    await call(botUserEndpoints.get, { params: { id: current } }).catch(() => {});
  expect(shown()).not.toContain(key);
  expect(shown()).not.toContain(other);
  expect(shown()).toContain('/bot_users/••••');
});

it('does not take a tag of the service that repeats the key, nor show one', async () => {
  const module = { enabled: true, ip_policies: [] };
  const { call, reports, shown } = watching(async () =>
    Response.json(module, { headers: { etag: `"${key}"` } }),
  );
  const params = { edge_id: 'e', id: 'r' };
  const read = await call(ipRestrictionEndpoints.get, { params });
  expect(entityTagOf(read)).toBeUndefined();
  await call(ipRestrictionEndpoints.replace, { params, body: {}, ifMatch: `"${key}"` });
  expect(reports).toHaveLength(4);
  expect(shown()).toContain('"if-match":"\\"••••\\""');
  expect(shown()).not.toContain(key);
});

it('keeps the begin of a long answer only', async () => {
  const text = JSON.stringify({ ...bot, name: 'x'.repeat(50_000) });
  const headers = { 'content-type': 'application/json' };
  const { call, reports } = watching(async () => new Response(text, { headers }));
  await call(botUserEndpoints.get, { params: { id: 'b' } });
  expect(reports[1]?.end?.response?.body).toBe(text.slice(0, 10_240));
  expect(reports[1]?.end?.response?.bodyLength).toBe(text.length);
  // Nothing but the key is taken out.
  expect(reports.map(redacted)).toStrictEqual(reports);
});

it('says how it failed, and that nobody waits for it any more', async () => {
  const { call, reports } = watching(async () => Promise.reject(new TypeError('no')));
  await call(botUserEndpoints.list, {}, once).catch(() => {});
  expect(reports[1]?.end).toMatchObject({ failure: { kind: 'network' } });
  expect(reports[1]?.end?.response).toBeUndefined();

  const leaving = new AbortController();
  const left = watching(async () => {
    leaving.abort();
    throw new TypeError('no');
  });
  await left.call(botUserEndpoints.list, {}, { signal: leaving.signal }).catch(() => {});
  expect(left.reports[1]?.end?.failure).toEqual({ kind: 'cancelled' });
});
