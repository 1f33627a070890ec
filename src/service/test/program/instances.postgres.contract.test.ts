import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import { ownService, storedBotUsers } from '#service/test/running-service.test.helper.ts';

it('lets many instances begin on one empty database at once and agree', async () => {
  const data = { DATABASE_URL: await freshDatabase(), DEMO: 'on' };
  const services = await Promise.all(Array.from({ length: 4 }, () => ownService(data)));
  const [first, second] = services;
  const create = (name: string) => ({ body: { name } });
  const created = await first?.api('POST', '/bot_users', create('seen by all'));
  for (const { api } of services) {
    const { json } = await api('GET', '/bot_users?limit=1');
    expect(json.bot_users[0].id).toBe(created?.json.id);
  }
  const taken = await Promise.all(
    services.map(({ api }) => api('POST', '/bot_users', create('once'))),
  );
  expect(taken.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(taken.filter(({ status }) => status === 409)).toHaveLength(3);
  const path = `/bot_users/${created?.json.id}`;
  await second?.api('PATCH', path, { body: { active: false } });
  expect((await first?.api('GET', path))?.json.active).toBe(false);

  // The demonstration data is there once.
  for (const { account } of services) expect(await storedBotUsers(account)).toHaveLength(252);
});

/** A database behind a line that can be cut: then it ends every connection, and begins none. */
async function startLine() {
  const target = new URL(await freshDatabase());
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [client, onward]) sockets.add(socket.on('error', () => {}));
    return void client.pipe(onward).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (now: boolean) => {
    isCut = now;
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port); // a TCP server has one
  return { url: url.href, cut, close: () => server.close() };
}

it('answers 503 while the database is away, and goes on by itself when it is back', async () => {
  const line = await startLine();
  const { url, api, defects } = await ownService({ DATABASE_URL: line.url });
  const create = (name: string) => api('POST', '/bot_users', { body: { name } });
  await Promise.all(Array.from({ length: 20 }, (_, i) => create(`bot ${i}`)));

  line.cut(true);
  for (const answer of await Promise.all([api('GET', '/bot_users'), create('lost')])) {
    expect(answer).toMatchObject({ status: 503, json: { error_code: 'STORAGE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);

  line.cut(false);
  const status = async () => (await api('GET', '/bot_users')).status;
  await expect.poll(status).toBe(200);
  expect((await create('after')).status).toBe(201);
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  expect((await api('GET', '/bot_users')).json.bot_users).toHaveLength(21);
  expect(inspect(defects, { depth: 9 })).not.toContain(new URL(line.url).password);
  line.close();
});

it('makes no first key without a terminal, and says how to get one', async () => {
  const service = await ownService({ DATABASE_URL: await freshDatabase(), FIRST_API_KEY: '' });
  expect(service.announced.slice(1)).toEqual([
    'API key:  none yet; create one: npm run key LABEL',
    expect.stringMatching(/^Data: {5}PostgreSQL at 127\.0\.0\.1:\d+$/),
  ]);
});
