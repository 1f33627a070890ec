import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '#service/storage/postgres/database.ts';

it('outlives a connection that the server ends as soon as it is made', async () => {
  // "Authenticated", "ready for a query", and the end, all at once.
  const ended = 'SFATAL\0C57P01\0Mterminating connection\0\0';
  const messages = `R\0\0\0\x08\0\0\0\0Z\0\0\0\x05IE\0\0\0${String.fromCharCode(ended.length + 4)}${ended}`;
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(messages, 'latin1')),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens by TCP
  const database = openPostgresDatabase(`postgres://user@127.0.0.1:${port}/data`, 1);
  await expect(database.read('SELECT 1')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await database.close();
});
