import { expect, it } from 'vitest';
import {
  fileNameOf,
  noteOf,
  restOf,
  type ExportContent,
} from '#web/features/bot-users/export/export-words.ts';

const day = new Date('2026-11-21T10:00:00Z');
const content = (over: Partial<ExportContent>): ExportContent => ({
  scope: 'loaded',
  rows: 1000,
  loaded: 1000,
  known: { end: undefined, unreadable: 0 },
  ...over,
});

it.each<[Partial<ExportContent>, string | undefined, string]>([
  [{ known: { end: 'last', unreadable: 0 } }, undefined, 'bot-users-2026-11-21.csv'],
  [
    {},
    'Partial: 1,000 bot users that were loaded. The service has more.',
    'bot-users-partial-2026-11-21.csv',
  ],
  [
    { rows: 1, known: { end: 'repeated', unreadable: 2 } },
    'Partial: 1 bot user that was loaded. The service may have more. 2 more could not be read.',
    'bot-users-partial-2026-11-21.csv',
  ],
  [
    { known: { end: 'last', unreadable: 1 } },
    'Partial: 1,000 bot users that were loaded. 1 more could not be read.',
    'bot-users-partial-2026-11-21.csv',
  ],
  [
    { scope: 'matching', rows: 12, known: { end: 'last', unreadable: 0 } },
    'Partial: the 12 of 1,000 loaded bot users that match a filter.',
    'bot-users-matching-2026-11-21.csv',
  ],
  [
    { scope: 'selected', rows: 3 },
    'Partial: the 3 of 1,000 loaded bot users that were selected. The service has more.',
    'bot-users-selected-2026-11-21.csv',
  ],
])('says of %j what is missing, in the file and in its name', (over, note, name) => {
  expect(noteOf(content(over))).toBe(note);
  expect(fileNameOf(content(over), 'csv', day)).toBe(name);
});

it('says nothing of a rest where there is none', () => {
  expect(restOf({ end: 'last', unreadable: 0 })).toBe('');
});
