import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { end, start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  freshData,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

it('answers and stops while its log is read by nobody', async () => {
  const pipe = join(temporaryDirectory(), 'pipe');
  const settings = { FIRST_API_KEY: API_KEY, LOG_LEVEL: 'info', METRICS: 'on' };
  const server = start({ ...(await freshData()), ...settings }, `mkfifo ${pipe}; exec 2<>${pipe}`);
  const url = await urlOf(server);
  const api = createApi(url);
  // Their lines are more than the megabyte that waits for the disk, and more than a pipe holds.
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').resume();
  socket.write(`GET /assets/none HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(8_000));
  const dropped = async () => {
    expect((await api('GET', '/bot_users')).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^gatehouse_log_lines_dropped (\d+)$/m.exec(metrics)?.[1]);
  };
  await expect.poll(dropped, { timeout: 50_000 }).toBeGreaterThan(0);
  socket.destroy();
  // It gives the last lines up after a moment.
  const code = end(server, 'SIGTERM').then((ended) => ended.code);
  expect(await Promise.race([code, sleep(10_000)])).toBe(0);
});
