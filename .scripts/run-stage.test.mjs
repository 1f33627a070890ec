import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runStage } from './run-stage.mjs';

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
