import { beforeAll, expect, it } from 'vitest';
import { BotUser } from '#contract/bot-user.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/page.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { sharedService, storedBotUsers } from '#service/test/running-service.test.helper.ts';

const service = sharedService();
let count = 0;

const ABSENT = `bot_${'0'.repeat(27)}`;

async function create(body: Record<string, unknown> = {}) {
  const answer = await service.api('POST', '/bot_users', {
    body: { name: `bot ${++count}`, ...body },
  });
  expect(answer.status).toBe(201);
  return BotUser.parse(answer.json);
}

it('creates an active bot user when nothing else is said', async () => {
  const before = Date.now();
  const answer = await service.api('POST', '/bot_users', { body: { name: '  nightly  ' } });

  expect(answer.json).toMatchObject({ name: 'nightly', active: true });
  expect(answer.json.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const created = Date.parse(answer.json.created_at);
  expect(created).toBeGreaterThan(before - 1_000); // whole seconds
  expect(created).toBeLessThanOrEqual(Date.now());
});

it('changes only what a PATCH names', async () => {
  const bot = await create();
  const path = `/bot_users/${bot.id}`;

  expect((await service.api('PATCH', path, { body: {} })).json).toEqual(bot);
  const off = await service.api('PATCH', path, { body: { active: false } });
  expect(off.json).toEqual({ ...bot, active: false });
  const renamed = await service.api('PATCH', path, { body: { id: bot.id, name: 'renamed' } });
  expect(renamed.json).toEqual({ ...bot, active: false, name: 'renamed' });
  const other = await service.api('PATCH', path, { body: { id: ABSENT, name: 'other' } });
  expect(other.json.details.id).toBe('id must equal the id in the address');
  expect((await service.api('GET', path)).json).toEqual(renamed.json);
});

it('lets a bot user keep its own name and refuses the name of another', async () => {
  const [one, two] = [await create(), await create()];
  const path = `/bot_users/${one.id}`;
  expect((await service.api('PATCH', path, { body: { name: one.name } })).status).toBe(200);

  for (const answer of [
    await service.api('PATCH', path, { body: { name: two.name } }),
    await service.api('POST', '/bot_users', { body: { name: `  ${two.name} ` } }),
  ]) {
    expect(outcome(answer)).toBe('409 NAME_TAKEN');
    const msg = 'Name is already used by another bot user';
    expect(answer.json).toMatchObject({ status_code: 409, msg, details: { name: msg } });
  }
});

it('deletes once, with an answer that has no body', async () => {
  const bot = await create();
  const path = `/bot_users/${bot.id}`;
  const { status, text, headers } = await service.api('DELETE', path);
  expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { active: true }]] as const)
    expect(outcome(await service.api(method, path, { body }))).toBe('404 BOT_USER_NOT_FOUND');
  expect((await create({ name: bot.name })).id).not.toBe(bot.id);
});

it.each([
  [{}, 'name', 'Name must be text'],
  [{ name: '🤖'.repeat(256) }, 'name', 'Name must be 255 characters or fewer'],
  [{ name: 'a\u0000b' }, 'name', /control characters/],
  [{ name: '\ud800' }, 'name', /broken characters/],
  [{ name: 'x', active: 'true' }, 'active', 'Active must be true or false'],
  [[], 'body', 'The body must be a JSON object'],
  ['{"name":"x","__proto__":{}}', '__proto__', 'There is no field "__proto__"'],
])('refuses %j and says what is wrong with %s', async (body, field, text) => {
  const answer = await service.api('POST', '/bot_users', { body });
  expect(outcome(answer)).toBe('400 INVALID_BODY');
  expect(answer.json.details[field]).toMatch(text);
});

const PUBLIC_URL = 'https://gatehouse.example.com';
/** Has more bot users than fit into two pages. */
const full = sharedService({ demo: true, publicUrl: PUBLIC_URL });
let newestFirst: string[];

beforeAll(async () => {
  newestFirst = (await storedBotUsers(full.account)).map(({ id }) => id);
});

const page = (query: string) => full.api('GET', `/bot_users${query}`);
const ids = (json: { bot_users: { id: string }[] }) => json.bot_users.map(({ id }) => id);

it('goes through all pages by next_page_uri, newest first, to null, with its public address', async () => {
  const pages: string[][] = [];
  const uri = `${PUBLIC_URL}/api/bot_users`; // the Host is that of `full.url`
  let query: string | undefined = '';
  while (query !== undefined) {
    const { json } = await page(query);
    expect([json.uri, json.bot_users[0].uri]).toEqual([uri, `${uri}/${json.bot_users[0].id}`]);
    pages.push(ids(json));
    query = json.next_page_uri?.replace(uri, '');
  }
  expect(pages.map(({ length }) => length)).toEqual([PAGE_LIMIT_DEFAULT, 100, 50]);
  expect(pages.flat()).toEqual(newestFirst.toSorted().toReversed());
});

it('ends exactly at the last row', async () => {
  const [oldest, ...newer] = newestFirst.toReversed();
  const last = (await page(`?before_id=${newer[0]}&limit=1`)).json;
  expect(last).toMatchObject({ bot_users: [{ id: oldest }], next_page_uri: null });
  const beyond = (await page(`?before_id=${oldest}`)).json;
  expect(beyond).toMatchObject({ bot_users: [], next_page_uri: null });
});

it('pages on from a bot user that has been deleted', async () => {
  const created = await full.api('POST', '/bot_users', { body: { name: 'soon gone' } });
  await full.api('DELETE', `/bot_users/${created.json.id}`);
  const { json } = await page(`?before_id=${created.json.id}&limit=3`);
  expect(ids(json)).toEqual(newestFirst.slice(0, 3));
  expect(json.next_page_uri).toContain('limit=3');
});

it.each([
  ['?limit=1&limit=2', 'limit'],
  ["?before_id=' OR 1=1", 'before_id'],
  [`/${ABSENT}?limit=1`, 'limit'],
])('refuses %s and names %s', async (query, name) => {
  const answer = await page(query);
  expect(outcome(answer)).toBe('400 INVALID_QUERY');
  expect(Object.keys(answer.json.details).toSorted()).toEqual([name, 'operation_id'].toSorted());
});
