import { afterAll, expect, it } from 'vitest';
import { connectRaw, type RawConnection } from '#service/test/hostile-connection.test.helper.ts';
import {
  API_KEY,
  freshData,
  removeDirectories,
  startService,
} from '#service/test/running-service.test.helper.ts';

afterAll(removeDirectories);

it('serves others while one key has 1,000 bodies under way that never arrive', async () => {
  const service = await startService(await freshData());
  const { host, port } = new URL(service.url);
  const head =
    `POST /api/bot_users HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${API_KEY}\r\n` +
    'Service-Version: 2\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  const connections: RawConnection[] = [];
  for (let i = 0; i < 1_000; i += 1) {
    const connection = await connectRaw(Number(port));
    connection.send(Buffer.from(head));
    connections.push(connection);
  }
  const ask = () => service.api('GET', '/bot_users').then(({ status }) => status, String);
  await expect
    .poll(() => Promise.all(Array.from({ length: 20 }, ask)))
    .toEqual(Array(20).fill(200));
  const refused = await connections.at(-1)?.next('POST');
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, ['1']]);
  expect(refused?.body.toString()).toContain('"BODIES_LIMITED"');

  // A body counts for as long as it is on its way.
  for (const connection of connections) connection.close();
  const create = (name: string) => service.api('POST', '/bot_users', { body: { name } });
  await expect.poll(async () => (await create(`bot ${performance.now()}`)).status).toBe(201);
  await service.stop();
});
