import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runStage, SKIPPED } from './run-stage.mjs';

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

it('shows the last line of a stage that could not be run here, and counts nothing', async () => {
  const script = `console.log('Looking…'); console.log('no server'); process.exit(${SKIPPED})`;
  const line = 'probe     skipped  no server';
  const result = await stage(script, { maySkip: true });
  expect(result).toEqual({ ok: true, skipped: true, counts: nothing, line });
  expect(printed).toHaveBeenCalledExactlyOnceWith(line);
});

it('lets no other stage be skipped', async () => {
  expect(await stage(`process.exit(${SKIPPED})`)).toMatchObject({ ok: false });
});

it('asks for the command only when the stage runs', async () => {
  const command = vi.fn(() => [process.execPath, '-e', '']);
  expect(await stage('', { command })).toMatchObject({ ok: true });
  expect(await runStage({ name: 'probe', needs: ['build'], command }, 'build')).toMatchObject({
    ok: false,
    line: 'probe     failed  not run: build failed',
  });
  expect(command).toHaveBeenCalledOnce();
});
