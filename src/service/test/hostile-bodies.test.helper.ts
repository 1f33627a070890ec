import * as fc from 'fast-check';

/** A body as its generator tells it: short to print, also when it is large. */
export type HostileBody =
  | { text: string; encoding: 'utf8' | 'latin1' | 'utf16le' }
  | { before: string; repeat: string; times: number; after: string };

export function bodyBytes(body: HostileBody): Buffer {
  if ('text' in body) return Buffer.from(body.text, body.encoding);
  return Buffer.from(body.before + body.repeat.repeat(body.times) + body.after);
}

const MIB = 1024 * 1024;

/** Any 16-bit units, so lone surrogates too; `JSON.stringify` writes them as `\ud800`. */
const anyUnits = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 20,
});

const names = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  anyUnits,
  fc.constantFrom(
    ' \u00a0\ufeff outer white space \u3000\n',
    'x\0y',
    'a\r\nSet-Cookie: x=1\r\n\r\n<h1>',
    '\ud800',
    'x\udc00y',
    'line\u2028break',
    '',
    ' ',
    '\u202eevil',
    "'; DROP TABLE bot_users; --",
    '$1 %s ${x} {{x}} \\',
    '__proto__',
    'e\u0301',
    '😀'.repeat(255),
    `${' '.repeat(5_000)}padded${' '.repeat(5_000)}`,
    'x'.repeat(100_000),
  ),
);

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, 0, -0, 1e308, 'true', '', [], {}, [true], { valueOf: 1 }),
);

const booleans = fc.oneof({ weight: 8, arbitrary: fc.boolean() }, { weight: 1, arbitrary: wrong });
const extraKeys = fc.oneof(
  fc.constantFrom(
    ...'__proto__ constructor prototype toString operation_id id uri created_at length NAME'.split(
      ' ',
    ),
    '',
    'name ',
    '\0',
    '\ud800',
    'k'.repeat(20_000),
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

/** Keys come as pairs: an object literal would not keep `__proto__` or a repeated one. */
const fields = (known: fc.Arbitrary<[string, unknown]>[]) =>
  fc
    .tuple(
      fc.tuple(...known.map((field) => fc.option(field, { freq: 5 }))),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(fc.tuple(extraKeys, wrong), { maxLength: 12 }) },
      ),
    )
    .map(([mine, extra]) => [...mine.filter((field) => field !== null), ...extra])
    .map((pairs) => pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`))
    .map((pairs) => `{${pairs.join(',')}}`);

const field = (name: string, value: fc.Arbitrary<unknown>) => fc.tuple(fc.constant(name), value);
const nameField = field(
  'name',
  fc.oneof({ weight: 6, arbitrary: names }, { weight: 1, arbitrary: wrong }),
);

const policyIds = fc.oneof(
  fc.array(fc.constantFrom('{policy}', '{policy2}'), { maxLength: 5 }),
  fc.array(fc.oneof(names, fc.constant('{policy}')), { maxLength: 30 }),
  fc.array(wrong, { maxLength: 5 }),
  wrong,
);

/** `{policy}`, `{bot}` and the like stand for ids that are there; `hostile-requests` fills them in. */
const shapes = {
  create: fields([nameField, field('active', booleans)]),
  update: fields([
    nameField,
    field('active', booleans),
    field('id', fc.oneof({ weight: 4, arbitrary: fc.constant('{bot}') }, names)),
  ]),
  replace: fields([field('enabled', booleans), field('ip_policy_ids', policyIds)]),
};
const objects = fc.oneof(...Object.values(shapes));

const text = (encoding: 'utf8' | 'latin1' | 'utf16le') => (value: string) => ({
  text: value,
  encoding,
});

const brokenTexts = fc.constantFrom(
  ...String.raw`
  null true "x" [] [{}] { {] } {}{} NaN 0x1 {"name":NaN} {"name":1e999} {'name':'x'} {"name":"x",}
  {"name":"a","name":"b"} {"name":"\u0000"} {"name":"\ud800"} {"name":"x"}// {"name":"\x41"} name=x
  {"name":"x","__proto__":{"active":false}} {"__proto__":{"name":"x"}} {"active":1}
  {"constructor":{"prototype":{"polluted":1}}} {"ip_policy_ids":{"length":1e9}}
  {"ip_policy_ids":["{policy}","{policy}"]} {"name":{"toString":"x"}}`
    .trim()
    .split(/\s+/),
  '',
  ' ',
  '\0',
  '\ufeff{"name":"bom"}',
  '{"name":"\0"}',
  '{"name":"a\nb"}',
);

const large = fc.oneof(
  fc.constantFrom(
    { before: '{"ip_policy_ids":[', repeat: '1,', times: MIB / 2 - 20, after: '1]}' },
    { before: '{"ip_policy_ids":[', repeat: '{},', times: 300_000, after: '{}]}' },
    { before: '{"ip_policy_ids":', repeat: '[', times: 10_000, after: ']'.repeat(10_000) + '}' },
    { before: '{"name":', repeat: '{"a":', times: 100_000, after: '1'.padEnd(100_002, '}') },
    { before: '', repeat: '[', times: MIB, after: '' },
    { before: '{"name":"', repeat: ' ', times: 1_000_000, after: 'x"}' },
    { before: '{"name":"', repeat: '\\ud800', times: 150_000, after: '"}' },
    { before: '{"', repeat: 'k', times: 1_000_000, after: '":1}' },
    { before: '{"name":"x"', repeat: ',"name":"x"', times: 80_000, after: '}' },
  ),
  fc.record({
    before: fc.constantFrom('', '{"name":"', '[', '{"'),
    repeat: fc.constantFrom('a', ' ', '[', '{"":', '\0', '1,', '\\u0000', '\ud83d\ude00'),
    times: fc.constantFrom(MIB - 1, MIB, MIB + 1, 5 * MIB),
    after: fc.constantFrom('', '"}', ']'),
  }),
);

const objectsWithKeys = fc
  .integer({ min: 1, max: 60_000 })
  .map((count) => Array.from({ length: count }, (_, index) => `"${index}":0`).join(','))
  .map((pairs) => ({ text: `{${pairs}}`, encoding: 'utf8' as const }));

export const hostileBodies: fc.Arbitrary<HostileBody> = fc.oneof(
  { weight: 24, arbitrary: objects.map(text('utf8')) },
  { weight: 4, arbitrary: fc.json({ maxDepth: 6 }).map(text('utf8')) },
  { weight: 4, arbitrary: brokenTexts.map(text('utf8')) },
  { weight: 1, arbitrary: objects.map(text('utf16le')) },
  { weight: 2, arbitrary: objects.map((json) => text('latin1')(json.replace(/[a-z]/, '\xff'))) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map(text('latin1')) },
  { weight: 1, arbitrary: objectsWithKeys },
  { weight: 2, arbitrary: large },
);

/** With the fields of an operation; their values may be anything. */
export const bodiesFor = (operation: keyof typeof shapes): fc.Arbitrary<HostileBody> =>
  fc.oneof(
    { weight: 3, arbitrary: shapes[operation].map(text('utf8')) },
    { weight: 1, arbitrary: hostileBodies },
  );
