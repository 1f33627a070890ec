import { rmSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logOf, runStage } from './run-stage.mjs';

const printed = vi.spyOn(console, 'log');
beforeEach(() => {
  printed.mockImplementation(() => {});
});
afterEach(() => {
  printed.mockReset();
});

const nothing = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} script
 * @param {Partial<import('./run-stage.mjs').Stage>} [more]
 */
const stage = (script, more) =>
  runStage({ name: 'probe', needs: [], command: [process.execPath, '-e', script], ...more });

it('counts a stage without tests as one', async () => {
  expect(await stage('')).toMatchObject({ ok: true, counts: { ...nothing, passed: 1 } });
  const failed = await stage('process.exit(1)');
  expect(failed).toMatchObject({ ok: false, counts: { ...nothing, failed: 1 } });
});

it('says why a stage is skipped, and counts nothing', async () => {
  const line = 'probe     skipped  no server';
  const result = await stage('process.exit(1)', { missing: 'no server' });
  expect(result).toEqual({ ok: true, counts: nothing, line });
  expect(printed).toHaveBeenCalledExactlyOnceWith(line);
});

it('runs nothing after a failed stage that is needed', async () => {
  const command = [process.execPath, '-e', ''];
  expect(await runStage({ name: 'probe', needs: ['build'], command }, 'build')).toMatchObject({
    ok: false,
    line: 'probe     failed  not run: build failed',
  });
});

const logSize = () => statSync(logOf('probe'), { throwIfNoEntry: false })?.size ?? 0;

it('ends a stage that has gone silent, however long it has run', async () => {
  rmSync(logOf('probe'), { force: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = stage(`setInterval(() => console.log('at work'), 20)`);
  // Nine minutes, with a word every three.
  for (let minutes = 0; minutes < 9; minutes += 3) {
    const size = logSize();
    // Its log grows once it has been heard.
    while (logSize() === size) await setTimeout(10);
    vi.advanceTimersByTime(3 * 60_000);
  }
  expect(printed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3 * 60_000);
  vi.useRealTimers();
  expect(await ended).toMatchObject({ ok: false, counts: { ...nothing, failed: 1 } });
  expect(printed.mock.calls.join('')).toMatch(
    /at work\nEnded: it has said nothing for 5 minutes\./,
  );
});
