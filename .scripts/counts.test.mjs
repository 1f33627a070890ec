import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCounts, stageCounts, sumLine } from './counts.mjs';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'counts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {object} report */
function reportOf(report) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

it('reads a report of Vitest', () => {
  const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };
  expect(readCounts(reportOf(report))).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

it('reads a report of Playwright', () => {
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 };
  expect(readCounts(reportOf({ stats }))).toEqual({ passed: 6, failed: 2, skipped: 3 });
});

it('counts nothing when a stage ended without a report', () => {
  expect(readCounts(join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('counts a stage without tests as one', () => {
  expect(stageCounts(true, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(stageCounts(false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a failure that is in no test', () => {
  const counts = stageCounts(false, { passed: 3, failed: 0, skipped: 0 });
  expect(counts).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

it('mentions skipped tests only when there are any', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(sumLine(one, { ...one, failed: 2 })).toBe('2 passed, 2 failed');
  expect(sumLine(one, { ...one, skipped: 2 })).toBe('2 passed, 0 failed, 2 skipped');
});
