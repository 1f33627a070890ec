import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { end, endAll, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  freshData,
  removeDirectories,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

afterAll(() => {
  endAll();
  removeDirectories();
});

const settings = async () => ({
  ...(await freshData()),
  FIRST_API_KEY: API_KEY,
  LOG_LEVEL: 'info',
  METRICS: 'on',
});

/** A full disk, as a device. */
const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))('answers and stops while its log cannot be written', async () => {
  const server = start(await settings(), `exec 2>${FULL}`);
  const url = await urlOf(server);
  const api = createApi(url);
  // Their lines are more than the megabyte that waits for the disk.
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').resume();
  socket.write(`GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(8_000));
  const dropped = async () => {
    expect((await api('GET', '/bot_users')).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^gatehouse_log_lines_dropped (\d+)$/m.exec(metrics)?.[1]);
  };
  await expect.poll(dropped).toBeGreaterThan(0);
  socket.destroy();
  expect((await end(server, 'SIGTERM')).code).toBe(0);
});

it('answers and stops while nobody reads its log', async () => {
  const pipe = join(temporaryDirectory(), 'pipe');
  const server = start(await settings(), `mkfifo ${pipe}; exec 2<>${pipe}`);
  const api = createApi(await urlOf(server));
  // More than a pipe holds, which is 64 KB.
  for (let i = 0; i < 1_000; i += 1) expect((await api('GET', '/nothing')).status).toBe(404);
  // It took 20 s to give up before.
  const code = end(server, 'SIGTERM').then((ended) => ended.code);
  expect(await Promise.race([code, sleep(10_000)])).toBe(0);
});
