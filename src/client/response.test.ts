import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { failureOf } from '#client/errors.ts';
import { hideCredentials } from '#client/redact.ts';
import { parseResponse, readText, toApiError } from '#client/response.ts';
import { watching } from '#client/watched-call.test.helper.ts';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const key = 'gate_4fT9x-Qm2.Zp7Lk0Vr8';

async function refused(body: string) {
  const head = new Response(body, { status: 422 });
  const failure = failureOf(
    toApiError(await parseResponse(head, (said) => hideCredentials(key, said))),
  );
  if (failure?.kind !== 'status') throw new Error('no refusal');
  return failure;
}

/** A field of an error as services send it, or as they should not. */
const anything = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(key, `Bearer ${key}`, key.repeat(40), `<b>${key}</b>`),
  fc.jsonValue(),
);
const bodies = fc.oneof(
  anything.map((value) => JSON.stringify(value)),
  fc.string({ unit: anyCharacter }),
  fc
    .record(
      {
        error_code: anything,
        status_code: anything,
        msg: anything,
        details: fc.oneof(
          anything,
          fc.dictionary(fc.oneof(fc.string(), fc.constant(key)), anything, { maxKeys: 60 }),
          fc.record({ operation_id: anything, name: anything }),
        ),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
);

it('reads any body as a refusal of that status, with short texts and without the key', () =>
  fc.assert(
    fc.asyncProperty(bodies, async (text) => {
      const failure = await refused(text);
      expect(failure.status).toBe(422);
      expect(JSON.stringify(failure)).not.toContain(key);
      const texts = [failure.code, failure.text, failure.operationId];
      for (const each of [...texts, ...Object.entries(failure.fields).flat()])
        expect(each?.length ?? 0).toBeLessThanOrEqual(300);
      expect(Object.keys(failure.fields).length).toBeLessThanOrEqual(50);
    }),
  ));

it('takes nothing but texts from a body, also where names mean something to objects', async () =>
  expect(
    await refused(
      '{"msg":["x"],"error_code":7,"details":{"__proto__":"p","constructor":"c","name":{"a":1}}}',
    ),
  ).toEqual({ kind: 'status', status: 422, fields: { constructor: 'c' } }));

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('takes an empty code for none', async () =>
  expect(await refused('{"error_code":""}')).not.toHaveProperty('code'));

it('keeps nothing of a long text but its start, in what a refusal says', async () => {
  const MB = 1024 * 1024;
  const long = JSON.stringify({ msg: 'x'.repeat(2 * MB) });
  const kept: unknown[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let each = 0; each < 6; each++) kept.push(await refused(long));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 * MB);
  expect(kept).toHaveLength(6);
});

it('reads a text whose characters are cut between two parts', async () => {
  const bytes = new TextEncoder().encode('né 🦊');
  const parts = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await readText(new Response(parts))).toBe('né 🦊');
});

it('stops where a text has no end', async () => {
  let sent = 0;
  let isLeft = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100).fill(97, 0, ++sent && 100)),
    cancel: () => void (isLeft = true),
  });
  expect(await readText(new Response(endless), 1000)).toBeUndefined();
  expect(isLeft).toBe(true);
  expect(sent).toBeLessThan(20);

  const part = new Uint8Array(1024 * 1024);
  const { call } = watching(
    async () => new Response(new ReadableStream({ pull: (to) => to.enqueue(part) })),
  );
  const failure = await call(botUserEndpoints.remove, { params: { id: 'b' } }).catch(failureOf);
  expect(failure).toMatchObject({ kind: 'shape', issues: ['The answer is too long to be read'] });
});

const DEPTH = 50_000;
const deep = `${'[{"a":'.repeat(DEPTH)}1${'}]'.repeat(DEPTH)}`;
const bot = (more: string) =>
  `{"id":"b","uri":"u","name":"n","active":true,"created_at":"2026-01-02T03:04:05Z","metadata":${more}}`;

/** A service that responds with this text to everything. */
function responding(text: string, init?: ResponseInit) {
  const headers = { 'content-type': 'application/json' };
  return watching(async () => new Response(text, { headers, ...init }));
}

it('a field that is nested 100,000 deep changes nothing for the others', async () => {
  const params = { id: 'b' };
  const one = responding(bot(deep));
  expect((await one.call(botUserEndpoints.get, { params })).name).toBe('n');
  expect((await one.call(botUserEndpoints.update, { params, body: {} })).active).toBe(true);
  expect(one.reports).toHaveLength(4);
  expect(() => JSON.stringify(one.reports)).not.toThrow();

  const list = responding(`{"bot_users":[${bot(deep)},${deep}],"uri":"u","next_page_uri":null}`);
  const page = await list.call(botUserEndpoints.list, {});
  expect([page.bot_users.length, page.unreadable]).toEqual([1, 1]);

  const route = { edge_id: 'e', id: 'r' };
  const module = responding(`{"enabled":true,"ip_policies":[],"more":${deep}}`);
  expect(await module.call(ipRestrictionEndpoints.get, { params: route })).toMatchObject({
    enabled: true,
  });
});

it('a refusal or an unreadable success that is nested 100,000 deep is told as such', async () => {
  const body = { params: { id: 'b' }, body: {} };
  const refusal = responding(`{"msg":"no","error_code":${deep},"details":{"a":${deep}}}`, {
    status: 422,
  });
  const error = await refusal.call(botUserEndpoints.update, body).catch(failureOf);
  expect(error).toMatchObject({ kind: 'status', status: 422, text: 'no' });
  const unreadable = responding(`{"a":${deep}}`);
  expect(await unreadable.call(botUserEndpoints.update, body).catch(failureOf)).toMatchObject({
    kind: 'shape',
  });
});
