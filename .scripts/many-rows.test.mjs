import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from './many-rows-account.mjs';
import { startManyRows } from './many-rows.mjs';

const now = new Date('2026-11-21T12:00:00Z');

/** @type {import('./many-rows.mjs').ManyRows} */
let standIn;

beforeEach(async () => (standIn = await startManyRows(250, now)));
afterEach(() => standIn.close());

/**
 * @param {string} uri
 * @param {string} [method]
 * @param {object} [body]
 */
async function ask(uri, method = 'GET', body) {
  const answer = await fetch(uri, {
    method,
    headers: { Authorization: 'Bearer any' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Follows the pages, at most ten of them. */
async function readPages() {
  const pages = [];
  let uri = `${standIn.url}/bot_users?limit=100`;
  while (uri && pages.length < 10) {
    const { body } = await ask(uri);
    pages.push(body.bot_users.map((/** @type {{ id: string }} */ bot) => bot.id));
    uri = body.next_page_uri;
  }
  return pages;
}

const ids = () => standIn.account.all().map(({ id }) => id);

describe('the stand-in with many rows', () => {
  it('gives every bot user once, newest first, in pages', async () => {
    const pages = await readPages();
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(ids());
    expect(ids()).toEqual(ids().toSorted().toReversed());
  });

  it('keeps what is changed, made and deleted', async () => {
    const { url } = standIn;
    const made = await ask(`${url}/bot_users`, 'POST', { name: 'new', active: false });
    expect(made).toMatchObject({ status: 201, body: { name: 'new', active: false } });
    const { uri, id } = made.body;
    expect(ids()[0]).toBe(id);
    expect(await ask(uri, 'PATCH', { active: true })).toMatchObject({
      status: 200,
      body: { name: 'new', active: true },
    });
    expect((await ask(uri)).body).toMatchObject({ name: 'new', active: true });
    expect((await ask(uri, 'DELETE')).status).toBe(204);
    expect((await ask(uri)).status).toBe(404);
    expect((await ask(uri, 'DELETE')).status).toBe(404);
  });

  it('goes on behind a row that somebody has deleted', async () => {
    const [, second, third] = ids();
    standIn.account.remove(second ?? '');
    const { body } = await ask(`${standIn.url}/bot_users?limit=1&before_id=${second}`);
    expect(body.bot_users[0].id).toBe(third);
  });

  it('refuses as often as it was told, and only that operation', async () => {
    standIn.refuse('list', 429, { times: 2, headers: { 'Retry-After': '1' } });
    const list = `${standIn.url}/bot_users?limit=1`;
    expect((await ask(`${standIn.url}/bot_users/${ids()[0]}`)).status).toBe(200);
    expect((await ask(list)).status).toBe(429);
    expect((await ask(list)).status).toBe(429);
    expect((await ask(list)).status).toBe(200);
    expect(standIn.asked('list').map(({ query }) => query.get('limit'))).toEqual(['1', '1', '1']);
  });

  it('never ends where it was told so', async () => {
    standIn.conduct.endless = { after: 200, come: 'second page' };
    const [first, ...others] = await readPages();
    expect(first).toEqual(ids().slice(0, 100));
    expect(others).toEqual(Array.from({ length: 9 }, () => ids().slice(100, 200)));
    standIn.conduct.endless = { after: 200, come: 'empty pages' };
    expect((await readPages()).map((page) => page.length)).toEqual([
      100, 100, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it('gives the last rows of a page again', async () => {
    standIn.conduct.overlap = 10;
    const pages = await readPages();
    expect(pages[1]?.slice(0, 10)).toEqual(pages[0]?.slice(-10));
    expect([...new Set(pages.flat())]).toEqual(ids());
  });

  it('answers nothing while it is held', async () => {
    standIn.hold();
    let answered = 0;
    const two = [1, 2].map(() => ask(`${standIn.url}/bot_users?limit=1`).then(() => answered++));
    await expect.poll(() => standIn.mostAtOnce).toBe(2);
    expect(answered).toBe(0);
    standIn.release();
    await Promise.all(two);
    standIn.reset(3);
    expect(ids()).toHaveLength(3);
    expect(standIn.asked('list')).toEqual([]);
  });
});

describe('the bot users of the stand-in', () => {
  const account = createAccount(10_000, now);
  const names = account.all().map(({ name }) => name);

  it('are the same each time', () => {
    expect(createAccount(10_000, now).all()).toEqual(account.all());
  });

  it('have ids that tell their time and are of the service’s form', () => {
    const all = account.all();
    expect(all.filter(({ id }) => !/^bot_[23][0-9A-Za-z]{26}$/.test(id))).toEqual([]);
    expect(all[0]?.created_at).toBe('2026-11-21T12:00:00Z');
    expect(all.at(-1)?.created_at).toMatch(/^2023-11-2/);
  });

  it('have names in groups, few of them twice or alike', () => {
    const twins = names.length - new Set(names).size;
    expect(twins).toBeGreaterThan(0);
    expect(twins).toBeLessThan(names.length / 100);
    expect(names.filter((name) => /[а-я]/.test(name)).length).toBeGreaterThan(0);
    const groups = new Set(names.map((name) => name.replace(/[-_./:][^-_./:]*$/, '')));
    expect(groups.size).toBeLessThan(2_000);
  });
});
