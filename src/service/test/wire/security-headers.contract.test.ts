import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerKinds,
  type AnswerKind,
  type HeaderSet,
} from '#service/test/answer-kinds.test.helper.ts';
import { startAnswerers, type Answerer } from '#service/test/answerers.test.helper.ts';
import type { RawAnswer } from '#service/test/hostile-connection.test.helper.ts';
import { removeDirectories } from '#service/test/running-service.test.helper.ts';
import { stopAll } from '#service/test/upstream.test.helper.ts';

// Spelled out, as in the recipe: a change of the code must not change what it is held against.
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};
const tight = "default-src 'none'; frame-ancestors 'none'; sandbox";
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
/** All off but one; which features there are is Chromium's to say. */
const features: unknown = expect.stringMatching(
  /^([a-z-]+=\(\), )*camera=\(\), ([a-z-]+=\(\), )*clipboard-write=\(self\)$/,
);

const opened = (csp: string, caching: string) => ({
  ...everywhere,
  'permissions-policy': features,
  'content-security-policy': csp,
  'cache-control': caching,
});
const expected: Record<HeaderSet, Record<string, unknown>> = {
  document: opened(strict, 'no-cache'),
  file: opened(tight, 'no-cache'),
  asset: opened(tight, 'public, max-age=31536000, immutable'),
  text: opened(tight, 'no-store'),
  api: { ...everywhere, 'content-security-policy': tight, 'cache-control': 'no-store' },
};

/** Headers that would tell or allow something. */
const NEVER = ['server', 'x-powered-by', 'location', 'set-cookie', 'access-control-allow-origin'];
const HSTS = 'strict-transport-security';
const NAMES = [...Object.keys(expected.document), HSTS, ...NEVER];

/** What an answer has of all these; one that comes twice shows as such. */
const policiesOf = ({ headers }: RawAnswer) =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const values = headers.get(name);
      return values === undefined ? [] : [[name, values.join(' AND ')]];
    }),
  );

const kinds = Object.entries(answerKinds).flatMap(([from, list]) =>
  (list as AnswerKind[]).map(([headers, status, bytes]) => ({
    from: from as Answerer, // a key of the table
    headers,
    status,
    bytes,
    line: bytes.split(' HTTP/1.1', 1)[0],
  })),
);

afterAll(async () => {
  await stopAll();
  removeDirectories();
});

describe.each([
  ['without TLS', undefined, {}],
  ['behind TLS', 'https://gate.example', { [HSTS]: 'max-age=63072000' }],
])('every answer has its headers %s:', (_, publicUrl, transport) => {
  let answerers: Awaited<ReturnType<typeof startAnswerers>>;
  beforeAll(async () => {
    answerers = await startAnswerers(publicUrl);
  });
  afterAll(() => answerers.end());

  it.each(kinds)('$from, $status to $line', async ({ from, headers, status, bytes }) => {
    const answer = await answerers.answerTo(from, bytes);
    if (!answer) throw new Error('No answer');
    expect(answer.status).toBe(status);
    expect(policiesOf(answer)).toEqual({ ...expected[headers], ...transport });
    const [type = ''] = answer.headers.get('content-type') ?? [];
    expect(type.startsWith('text/html')).toBe(headers === 'document' && status === 200);
  });
});
