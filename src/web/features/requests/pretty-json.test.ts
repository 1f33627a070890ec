import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyJson } from '#web/features/requests/pretty-json.ts';

it('changes no number, escape or repeated name', () => {
  expect(prettyJson('{"id":12345678901234567890,"id":1.0,"x":"\\u0041"}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "id": 1.0,\n  "x": "\\u0041"\n}',
  );
});

it.each(['', '<html>', '{"a":', '{"a":1}x', '['.repeat(60) + ']'.repeat(60)])(
  'leaves alone what is no JSON or too deep: %s',
  (text) => expect(prettyJson(text)).toBeUndefined(),
);

it('is laid out as the language would, whatever the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});
