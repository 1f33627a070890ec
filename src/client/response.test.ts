import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { failureOf } from '#client/errors.ts';
import { hideCredentials } from '#client/redact.ts';
import { parseResponse, toApiError } from '#client/response.ts';
import { watching } from '#client/watched-call.test.helper.ts';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';

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
  const { text } = await parseResponse(new Response(parts), (said) => said);
  expect(text).toBe('né 🦊');
});

it('stops where a text has no end', async () => {
  const part = new Uint8Array(1024 * 1024);
  const cancel = vi.fn<() => void>();
  const endless = new ReadableStream({ pull: (to) => to.enqueue(part), cancel });
  const { call } = watching(async () => new Response(endless));
  const failure = await call(botUserEndpoints.remove, { params: { id: 'b' } }).catch(failureOf);
  expect(failure).toMatchObject({ kind: 'shape', issues: ['The answer is too long to be read'] });
  expect(cancel).toHaveBeenCalledOnce();
});

const DEPTH = 50_000;
const deep = `${'[{"a":'.repeat(DEPTH)}1${'}]'.repeat(DEPTH)}`;
const bot = `{"id":"b","uri":"u","name":"n","active":true,"created_at":"2026-01-02T03:04:05Z","metadata":${deep}}`;

it('a field that is nested 100,000 deep changes nothing for the others', async () => {
  const headers = { 'content-type': 'application/json' };
  /** To a service that responds with this text to everything. */
  const call = (text: string, status = 200) =>
    watching(async () => new Response(text, { status, headers })).call;
  const update = { params: { id: 'b' }, body: {} };
  expect((await call(bot)(botUserEndpoints.update, update)).active).toBe(true);
  const list = `{"bot_users":[${bot},${deep}],"uri":"u","next_page_uri":null}`;
  const page = await call(list)(botUserEndpoints.list, {});
  expect([page.bot_users.length, page.unreadable]).toEqual([1, 1]);
  const refusal = `{"msg":"no","error_code":${deep},"details":{"a":${deep}}}`;
  const refused422 = await call(refusal, 422)(botUserEndpoints.update, update).catch(failureOf);
  expect(refused422).toMatchObject({ kind: 'status', status: 422, text: 'no' });
});
