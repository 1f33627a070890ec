import { expect, it } from 'vitest';
import { toSentence } from '#service/commands/sentence.ts';
import { storageUnavailable } from '#service/domain/errors.ts';
import { UniqueViolation } from '#service/storage/database.ts';

it('says what the storage said when a command could not write', () => {
  expect(toSentence(storageUnavailable(new Error('database or disk is full')))).toBe(
    'The data cannot be read or written (database or disk is full): check the disk or the database, and try again.',
  );
  const silent = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(toSentence(storageUnavailable(silent))).toContain('(ECONNREFUSED)');
});

it('says what already exists', () => {
  const cause = new Error('UNIQUE constraint failed: edges.id');
  expect(toSentence(new UniqueViolation('Already exists', { cause }))).toBe(
    'Some of it already exists (UNIQUE constraint failed: edges.id). Nothing was changed.',
  );
});

it('gives the stack of a defect', () => {
  expect(toSentence(new TypeError('of ours'))).toMatch(/^TypeError: of ours\n +at /);
});
