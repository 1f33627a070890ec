import { beforeAll, expect, it } from 'vitest';
import { PAGE_LIMIT_DEFAULT } from '#contract/page.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { sharedService, storedBotUsers } from '#service/test/running-service.test.helper.ts';

const PUBLIC_URL = 'https://gatehouse.example.com';
const service = sharedService({ demo: true, publicUrl: PUBLIC_URL });
let newestFirst: string[];

beforeAll(async () => {
  newestFirst = (await storedBotUsers(service.account)).map(({ id }) => id);
});

const page = (query: string) => service.api('GET', `/bot_users${query}`);
const ids = (json: { bot_users: { id: string }[] }) => json.bot_users.map(({ id }) => id);

it('goes through all pages by next_page_uri, newest first, and ends with null', async () => {
  const pages: string[][] = [];
  let query: string | undefined = '';
  while (query !== undefined) {
    const { json } = await page(query);
    pages.push(ids(json));
    query = json.next_page_uri?.replace(`${PUBLIC_URL}/api/bot_users`, '');
  }
  expect(pages.map(({ length }) => length)).toEqual([PAGE_LIMIT_DEFAULT, 100, 50]);
  expect(pages.flat()).toEqual(newestFirst.toSorted().toReversed());
});

it('builds every address from the public address, whatever the Host header says', async () => {
  const { json } = await page('?limit=2'); // the Host is that of `service.url`
  const uri = `${PUBLIC_URL}/api/bot_users`;
  expect(json.uri).toBe(uri);
  expect(json.next_page_uri).toBe(`${uri}?before_id=${newestFirst[1]}&limit=2`);
  expect(json.bot_users[0].uri).toBe(`${uri}/${newestFirst[0]}`);
});

it('ends exactly at the last row', async () => {
  const [oldest, ...newer] = newestFirst.toReversed();
  const last = (await page(`?before_id=${newer[0]}&limit=1`)).json;
  expect(last).toMatchObject({ bot_users: [{ id: oldest }], next_page_uri: null });
  const beyond = (await page(`?before_id=${oldest}`)).json;
  expect(beyond).toMatchObject({ bot_users: [], next_page_uri: null });
});

it('pages on from a bot user that has been deleted', async () => {
  const created = await service.api('POST', '/bot_users', { body: { name: 'soon gone' } });
  await service.api('DELETE', `/bot_users/${created.json.id}`);
  const { json } = await page(`?before_id=${created.json.id}&limit=3`);
  expect(ids(json)).toEqual(newestFirst.slice(0, 3));
});

it.each([
  ['?limit=1&limit=2', 'limit'],
  ['?before_id=', 'before_id'],
  ["?before_id=' OR 1=1", 'before_id'],
  [`/bot_${'0'.repeat(27)}?limit=1`, 'limit'],
])('refuses %s and names %s', async (query, name) => {
  const answer = await page(query);
  expect(outcome(answer)).toBe('400 INVALID_QUERY');
  expect(Object.keys(answer.json.details).toSorted()).toEqual([name, 'operation_id'].toSorted());
});
