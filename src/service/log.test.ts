import { execFileSync } from 'node:child_process';
import { constants, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { storageUnavailable } from '#service/domain/errors.ts';
import { createDefectLog, createLogDestination } from '#service/log.ts';
import {
  removeDirectories,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

const directory = temporaryDirectory();
afterAll(removeDirectories);

function setUp(fd: number) {
  const reported: number[] = [];
  return { ...createLogDestination((dropped) => reported.push(dropped), fd), reported };
}

/** A pipe that nobody reads until `readAll`. */
function createPipe() {
  const path = join(directory, `pipe-${Math.random()}`);
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(65_536);
  let text = '';
  function readAll(): string {
    try {
      for (;;) text += buffer.toString('latin1', 0, readSync(fd, buffer));
    } catch {
      return text; // it is empty
    }
  }
  return { fd, readAll };
}

/** A full disk, as a device that not every system has. */
const FULL = '/dev/full';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index} ${'x'.repeat(990)}\n`);

it('writes lines together: after half a second, or when they are many', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(directory, 'file');
  const written = () => readFileSync(path, 'utf8');
  const log = setUp(openSync(path, 'a'));
  log.write('1\n');
  log.write('2\n');
  expect(written()).toBe('');
  vi.advanceTimersByTime(500);
  await expect.poll(written).toBe('1\n2\n');
  const batch = lines(20);
  for (const line of batch) log.write(line);
  await expect.poll(written).toContain(batch[10]);
});

it.skipIf(!existsSync(FULL))(
  'never fails on a full disk, and drops and counts what finds no room',
  async () => {
    const log = setUp(openSync(FULL, 'w'));
    for (const line of lines(1_500)) {
      log.write(line);
      if (line.startsWith('700 ')) await sleep(600); // it was tried and refused
    }
    expect(log.dropped()).toBeGreaterThan(400);
    expect(log.dropped()).toBeLessThan(500);
    await log.end(50);
    expect(log.reported).toEqual([]);
  },
);

it('holds a megabyte for a pipe that nobody reads, and says once how much it dropped', async () => {
  const pipe = createPipe();
  const log = setUp(pipe.fd);
  const all = lines(3_000);
  for (const line of all) log.write(line);
  expect(log.dropped()).toBeGreaterThan(1_900);
  const kept = all.slice(0, all.length - log.dropped()).join('');
  // Every line that was kept arrives whole.
  await expect.poll(pipe.readAll, { timeout: 20_000, interval: 20 }).toBe(kept);
  await expect.poll(() => log.reported).toEqual([log.dropped()]);
  log.write('later\n');
  await expect.poll(pipe.readAll).toBe(`${kept}later\n`);
  expect(log.reported).toHaveLength(1);
}, 30_000);

it('waits with a stop for the last lines', async () => {
  const path = join(directory, 'last');
  const log = setUp(openSync(path, 'a'));
  for (const line of lines(30)) log.write(line);
  await log.end(500);
  // Such as that of a request which the stop has cut: an error here would end the process as a failure.
  log.write('late\n');
  expect(readFileSync(path, 'utf8')).toBe(lines(30).join(''));
});

it('tells an outage in one line a minute, without a stack, and every defect with its own', () => {
  const told: unknown[] = [];
  let now = 0;
  const defect = createDefectLog({ error: (...line: unknown[]) => told.push(line) }, () => now);
  const away = storageUnavailable(new Error('connect ECONNREFUSED'));
  const bug = new TypeError('x is undefined');
  const operation = 'GET /bot_users';
  for (now of [0, 1, 59_999, 60_000]) defect(away, `op_${now}`, operation);
  for (const id of ['op_1', 'op_2']) defect(bug, id, operation);
  const outage = { code: 'STORAGE_UNAVAILABLE', reason: 'connect ECONNREFUSED', operation };
  expect(told).toEqual([
    [{ ...outage, operation_id: 'op_0' }, away.message],
    [{ ...outage, operation_id: 'op_60000' }, away.message],
    [{ err: bug, operation_id: 'op_1', operation }, 'defect'],
    [{ err: bug, operation_id: 'op_2', operation }, 'defect'],
  ]);
});
