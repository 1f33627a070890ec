import { expect, it } from 'vitest';
import type { State, TargetKind } from '#bulk/job.ts';
import { changeText } from '#web/features/jobs/change-text.tsx';

const on = { name: 'a', active: true };
const off = { name: 'a', active: false };
const module = { enabled: true, ip_policy_ids: ['ipp_1'] };
const two = { enabled: true, ip_policy_ids: ['ipp_1', 'ipp_2'] };
const turned = { enabled: false, ip_policy_ids: ['ipp_2', 'ipp_1'] };

it.each<[TargetKind, State | null, State | null, string]>([
  ['bot-user', on, off, 'a is now inactive'],
  ['bot-user', off, on, 'a is now active'],
  ['bot-user', on, { ...on, name: 'a\u202eb' }, 'Renamed from a to a⟨U+202E⟩b'],
  ['bot-user', on, { ...off, name: 'b' }, 'Renamed from a to b, is now inactive'],
  ['bot-user', null, on, 'a created'],
  ['bot-user', on, null, 'a deleted'],
  ['route', null, module, 'IP restriction applied to a'],
  ['route', module, null, 'IP restriction removed from a'],
  ['route', two, turned, 'IP restriction is now off for a'],
  ['route', turned, two, 'IP restriction is now on for a'],
  ['route', module, turned, 'IP restriction applied to a'],
])('says what was done to a %s: %j, %j', (target, before, after, text) => {
  expect(changeText({ target, at: 0, id: 'x', label: 'a', before, after })).toBe(text);
});

it('says of a job what it did', () => {
  const label = 'Set 128 bot users inactive';
  expect(changeText({ target: 'bot-user', at: 0, jobId: 'j', label })).toBe(label);
});
