import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportOf, runStage, sumLine } from './stages.mjs';

const printed = vi.spyOn(console, 'log');
beforeEach(() => {
  printed.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  printed.mockReset();
});

/** @param {string} script @param {Partial<import('./stages.mjs').Stage>} [more] */
const stage = (script, more) =>
  runStage({ name: 'probe', command: [process.execPath, '-e', script], ...more });

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
const playwright = { stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 3 } };
const failing = { stats: { ...playwright.stats, unexpected: 2 } };

it.each([
  ['without tests as one', undefined, 0, [1, 0, 0]],
  ['without tests as one, also when it fails', undefined, 1, [0, 1, 0]],
  ['of Vitest', vitest, 0, [5, 0, 2]],
  ['of Playwright', playwright, 0, [6, 0, 3]],
  ['with failed tests', failing, 1, [6, 2, 3]],
  ['that fails in no test', vitest, 1, [5, 1, 2]],
  ['that tested nothing', { ...vitest, numPassedTests: 0 }, 0, [0, 1, 2]],
  ['that ended without a report', '', 0, [0, 1, 0]],
])('counts a stage %s', async (_, report, status, [passed = 0, failed = 0, skipped]) => {
  const write = `fs.writeFileSync(${JSON.stringify(reportOf('probe'))}, '${JSON.stringify(report)}');`;
  const result = await stage(
    `${report ? write : ''} console.log('said'); process.exit(${status})`,
    {
      hasTests: report !== undefined,
    },
  );
  expect(result).toMatchObject({ ok: failed === 0, counts: { passed, failed, skipped } });
  expect(printed.mock.calls.join('').includes('said')).toBe(failed > 0);
});

it('says why a stage is skipped', async () => {
  const skipped = await stage('process.exit(1)', { missing: 'no server' });
  expect(skipped).toMatchObject({ ok: true, counts: { passed: 0, failed: 0 } });
  expect(printed.mock.calls).toEqual([['probe     skipped  no server']]);
});

it('mentions skipped tests only when there are any', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(sumLine(one, { ...one, failed: 2 })).toBe('2 passed, 2 failed');
  expect(sumLine(one, { ...one, skipped: 2 })).toBe('2 passed, 0 failed, 2 skipped');
});
