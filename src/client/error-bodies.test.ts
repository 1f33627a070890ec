import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnswer, refusalOf } from '#client/answer.ts';
import { failureOf } from '#client/api-error.ts';
import { createRedactor } from '#client/redact.ts';

const key = 'gate_4fT9x-Qm2.Zp7Lk0Vr8';

function refused(text: string) {
  const answer = readAnswer(new Response(text, { status: 422 }), text, createRedactor(key));
  const failure = failureOf(refusalOf(answer));
  if (failure?.kind !== 'status') throw new Error('no refusal');
  return failure;
}

/** A field of an error as services send it, or as they should not. */
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(key, `Bearer ${key}`, key.repeat(40), `<b>${key}</b>`),
  fc.jsonValue(),
);
const bodies = fc.oneof(
  anything.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
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
    fc.property(bodies, (text) => {
      const failure = refused(text);
      expect(failure.status).toBe(422);
      expect(JSON.stringify(failure)).not.toContain(key);
      const texts = [failure.code, failure.text, failure.operationId];
      for (const each of [...texts, ...Object.entries(failure.fields).flat()])
        expect(each?.length ?? 0).toBeLessThanOrEqual(300);
      expect(Object.keys(failure.fields).length).toBeLessThanOrEqual(50);
    }),
  ));

it('takes nothing but texts from a body, also where names mean something to objects', () =>
  expect(
    refused(
      '{"msg":["x"],"error_code":7,"details":{"__proto__":"p","constructor":"c","name":{"a":1}}}',
    ),
  ).toEqual({ kind: 'status', status: 422, fields: { constructor: 'c' } }));
