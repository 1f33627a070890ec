import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogDestination } from '#service/log-destination.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Standard error as a test wants it. */
function setUp(writeText: (text: string, done: (left: string) => void) => void) {
  const texts: string[] = [];
  const reported: number[] = [];
  const destination = createLogDestination(
    (dropped) => reported.push(dropped),
    (text, done) => {
      texts.push(text);
      writeText(text, done);
    },
  );
  return { ...destination, texts, reported };
}

const works = (_text: string, done: (left: string) => void) => done('');

it('writes lines together, within half a second', () => {
  const log = setUp(works);
  log.write('1\n');
  log.write('2\n');
  expect(log.texts).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(log.texts).toEqual(['1\n2\n']);
  log.write(`${'x'.repeat(16_000)}\n`);
  expect(log.texts).toHaveLength(2);
});

it('drops and counts what a full disk does not take, and says so once when it does', () => {
  let isFull = true;
  const log = setUp((text, done) => done(isFull ? text : ''));
  log.write('1\n');
  log.write('2\n');
  vi.advanceTimersByTime(500);
  expect(log.dropped()).toBe(2);
  log.write('3\n');
  vi.advanceTimersByTime(999);
  expect(log.texts).toHaveLength(1); // it is not tried again at once
  vi.advanceTimersByTime(1);
  expect([log.dropped(), log.reported]).toEqual([3, []]);
  isFull = false;
  log.write('4\n');
  vi.advanceTimersByTime(1_000);
  log.write('5\n');
  vi.advanceTimersByTime(1_000);
  expect([log.dropped(), log.reported]).toEqual([3, [3]]);
  expect(log.texts.slice(2)).toEqual(['4\n', '5\n']);
});

it('ends a line that was cut, so that the next one can be read', () => {
  const log = setUp((text, done) => done(text.startsWith('1') ? text.slice(4) : ''));
  log.write('1st\n2nd\n');
  vi.advanceTimersByTime(500);
  log.write('3rd\n');
  vi.advanceTimersByTime(1_000);
  expect(log.texts).toEqual(['1st\n2nd\n', '3rd\n']);
  const cut = setUp((text, done) => done(text.startsWith('1') ? text.slice(2) : ''));
  cut.write('1st\n');
  vi.advanceTimersByTime(500);
  cut.write('2nd\n');
  vi.advanceTimersByTime(1_000);
  expect(cut.texts).toEqual(['1st\n', '\n2nd\n']);
});

it('holds no more than a megabyte for a pipe that nobody reads', () => {
  const log = setUp(() => {});
  const line = `${'x'.repeat(999)}\n`;
  for (let i = 0; i < 3_000; i += 1) log.write(line);
  expect(log.texts).toHaveLength(1);
  expect(log.dropped()).toBeGreaterThan(1_900);
});

it('waits with a stop for the last lines, but not for ever', async () => {
  const log = setUp(works);
  log.write('last\n');
  await log.flush(500);
  expect(log.texts).toEqual(['last\n']);
  const stuck = setUp(() => {});
  stuck.write('last\n');
  const flushed = stuck.flush(500);
  vi.advanceTimersByTime(500);
  await flushed;
});
