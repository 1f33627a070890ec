import { expect, it } from 'vitest';
import type { HistoryEntry, HistoryResource, HistoryVersion } from '#contract/history.ts';
import { toText } from '#web/features/jobs/change-text.tsx';
import { historyCsv, whatParts } from '#web/features/jobs/history-words.ts';
import { entry, version } from '#web/features/jobs/history.test.helper.ts';

type Version = HistoryVersion | null;

const who = { key_id: 'key_1', label: '=deploy', person: null };
const entryOf = (type: HistoryResource, before: Version, after: Version, operation = 'update') => {
  const resource = { type, id: 'id_1', edge_id: null, name: 'a' };
  return { ...entry(1), who, operation, resource, before, after } as HistoryEntry;
};

const named = (name: string | null, active: boolean | null = true) => version(name, active);
const module = (active: boolean, ...ids: string[]) => version(null, active, ids);

it.each<[HistoryResource, Version, Version, string, string?]>([
  ['bot_user', null, named('a'), 'created', 'create'],
  ['bot_user', named('a'), named('b\u202e', false), 'renamed to b⟨U+202E⟩, set inactive'],
  ['bot_user', named('a', false), named('a'), 'set active'],
  ['bot_user', null, named('a'), 'now named a and active (before: not known)'],
  ['bot_user', null, named(null, false), 'now inactive (before: not known)'],
  ['bot_user', null, named('a', null), 'now named a (before: not known)'],
  ['bot_user', null, null, 'changed'],
  ['bot_user', null, null, 'deleted', 'delete'],
  ['ip_restriction', module(true, 'x'), module(false, 'x'), 'turned off'],
  [
    'ip_restriction',
    module(true, 'x'),
    module(true, 'y', 'z', 'y'),
    '2 policies added, 1 policy removed',
  ],
  ['ip_restriction', null, module(false), 'now off, 0 policies (before: not known)'],
  ['api_key', named('k'), null, 'key revoked', 'delete'],
  ['api_key', named('k'), named('k', false), 'key revoked'],
  ['ip_policy', named('p', null), named('q', null), 'renamed to q'],
  ['ip_policy', named('p', null), named('p', null), 'saved as it was'],
])('says of a change of %s: %j, %j', (type, before, after, text, operation?: string) => {
  expect(toText(whatParts(entryOf(type, before, after, operation)))).toBe(text);
});

it('writes a file in which no text is a formula, with both versions', () => {
  const [, line = ''] = historyCsv([entryOf('bot_user', named('a'), named('b'))]).split('\r\n');
  expect(line).toContain(
    "2026-03-01T12:00:00Z,'=deploy,key_1,,update,renamed to b,bot_user,id_1,,a,",
  );
  expect(line).toContain('""name"":""a""');
});
