import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAnswerCheck,
  createCheck,
  parseDocument,
  type Answer,
} from '#service/http/openapi/checks.test.helper.ts';
import { storageUnavailable } from '#service/domain/domain-error.ts';
import {
  API_HEADERS,
  freshData,
  removeDirectories,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

/** What is refused or fails without regard to the operation. */
const document = parseDocument();
const problemsOf = createAnswerCheck(document);

let service: RunningService;

beforeAll(async () => {
  service = await startService(await freshData());
});
afterAll(async () => {
  await service.stop();
  removeDirectories();
});

/** Status and code, as far as there is one. */
const outcome = ({ status, json }: Answer) => [status, json?.error_code].join(' ').trim();

function expectDocumented(operationId: string, answer: Answer): void {
  expect(problemsOf(operationId, answer)).toEqual([]);
}

it('documents what is refused before it is looked at', async () => {
  const { host } = new URL(service.url);
  const signed = Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${signed.join('')}Connection: close\r\n`;
  const post = `POST /api/bot_users HTTP/1.1\r\nHost: ${host}\r\n${head}`;
  const json = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const answers = await Promise.all([
    sendRaw(`GET /api/bot_users HTTP/1.1\r\n${head}\r\n`),
    sendRaw(`GET /api/bot_users HTTP/1.1\r\nHost: evil.example\r\n${head}\r\n`),
    sendRaw(`GET /api/bot_users HTTP/1.1\r\nHost: ${host}\r\n${head}Content-Length: 2\r\n\r\n{}`),
  ]);
  expect(answers.map(outcome)).toEqual([
    '400 HOST_MISSING',
    '421 MISDIRECTED_REQUEST',
    '400 BODY_NOT_EXPECTED',
  ]);
  for (const answer of answers) expectDocumented('listBotUsers', answer);

  const broken = await sendRaw(`${post}${json}nonsense`);
  const large = await sendRaw(`${post}X: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect([broken, large].map(outcome)).toEqual(['400 MALFORMED_REQUEST', '431 HEADERS_TOO_LARGE']);
  for (const answer of [broken, large]) expectDocumented('createBotUser', answer);
});

async function sendRaw(bytes: string): Promise<Answer> {
  const [head = '', body = ''] = (await service.raw(bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
  return { status: Number(statusLine.split(' ')[1]), headers, json: JSON.parse(body) };
}

it('documents the answers outside of the operations', async () => {
  const check = createCheck(document, { closed: true });
  const expected = { EndpointNotFound: 'GET /nothing', MethodNotAllowed: 'PUT /bot_users' };
  for (const [name, target] of Object.entries(expected)) {
    const [method = '', path = ''] = target.split(' ');
    const answer = await service.api(method, path);
    const { content = {}, headers = {} } = document.components.responses[name] ?? {};
    const schema = content['application/json']?.schema ?? { not: {} };
    expect(check(schema, answer.json)).toEqual([]);
    expect('Allow' in headers).toBe(answer.headers.has('allow'));
  }
});

it('documents how many requests are left, and the one too many', async () => {
  const limited = await startService(await freshData(), { rateLimit: 2 });
  const first = await limited.api('GET', '/bot_users');
  const absent = await limited.api('GET', '/bot_users/nonsense');
  const refused = await limited.api('GET', '/bot_users');
  const answers = [first, absent, refused];
  await limited.stop();
  expect(answers.map(outcome)).toEqual(['200', '404 BOT_USER_NOT_FOUND', '429 RATE_LIMITED']);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0']);
  expectDocumented('listBotUsers', first);
  expectDocumented('getBotUser', absent);
  expectDocumented('listBotUsers', refused);
});

it.each([
  ['500 INTERNAL_ERROR', new Error('disk on fire')],
  ['503 STORAGE_UNAVAILABLE', storageUnavailable(new Error('disk on fire'))],
])('documents %s', async (expected, error) => {
  const broken = await startService(await freshData(), {}, (account) => {
    const botUsers = { ...account.stores.botUsers, page: () => Promise.reject(error) };
    return { ...account, stores: { ...account.stores, botUsers } };
  });
  const answer = await broken.api('GET', '/bot_users');
  await broken.stop();
  expect(outcome(answer)).toBe(expected);
  expectDocumented('listBotUsers', answer);
});
