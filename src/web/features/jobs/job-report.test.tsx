import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JobItem } from '#bulk/job.ts';
import { useItems } from '#web/features/jobs/cells.tsx';
import { reportCsv } from '#web/features/jobs/job-report.tsx';
import { makeItem } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';

const fakeItem = (at: number, fields: Partial<JobItem> = {}) =>
  makeItem(at, {
    status: 'confirmed',
    sentAt: 0,
    httpStatus: 200,
    operationId: `op_${at}`,
    endedAt: Date.UTC(2026, 10, 23, 1, 2, at),
    ...fields,
  });

it('has a line for every item, in the order of the plan, and no formula for a spreadsheet', () => {
  const state = { name: 'new', active: true };
  const { httpStatus: _status, operationId: _id, endedAt: _at, ...untried } = fakeItem(3);
  const csv = reportCsv([
    fakeItem(0, { label: '=HYPERLINK("//evil")', code: '@SUM(1)' }),
    fakeItem(1, { before: null, after: state, status: 'failed', httpStatus: 409, code: 'TAKEN' }),
    fakeItem(2, { after: null, before: state, reason: 'Already gone.', httpStatus: 404 }),
    { ...untried, after: { name: 'b', active: true }, status: 'wanted' },
  ]);
  expect(csv.split('\r\n')).toEqual([
    'id,name,action,before,after,result,status,code,request_id,time,reason',
    `bot_0,"'=HYPERLINK(""//evil"")",change active,"{""name"":""bot 0"",""active"":true}","{""name"":""bot 0"",""active"":false}",done,200,'@SUM(1),op_0,2026-11-23T01:02:00.000Z,`,
    'bot_1,bot 1,create,,"{""name"":""new"",""active"":true}",failed,409,TAKEN,op_1,2026-11-23T01:02:01.000Z,',
    'bot_2,bot 2,delete,"{""name"":""new"",""active"":true}",,done,404,,op_2,2026-11-23T01:02:02.000Z,Already gone.',
    'bot_3,bot 3,change name,"{""name"":""bot 3"",""active"":true}","{""name"":""b"",""active"":true}",left,,,,,',
    '',
  ]);
});

it('has the id of the target, and no policy moved in the list', () => {
  const module = (...ip_policy_ids: string[]) => ({ enabled: true, ip_policy_ids });
  const item = fakeItem(0, { before: module('a'), after: { ...module('b'), enabled: false } });
  const moved = fakeItem(1, { before: module('a', 'b'), after: module('b', 'a') });
  const csv = reportCsv([item, moved], { idText: () => 'edge_1 route_1' });
  const [, first, second] = csv.split('\r\n');
  expect(first).toMatch(/^edge_1 route_1,bot 0,change enabled ip_policy_ids,/);
  expect(second).toMatch(/^edge_1 route_1,bot 1,change,/);
});

it('shows the items of each state that were read, also while the next state comes before its own are', async () => {
  const reads: Array<(items: JobItem[]) => void> = [];
  vi.spyOn(jobs, 'items').mockImplementation(() => new Promise((read) => reads.push(read)));
  const { result, rerender } = renderHook(({ state }) => useItems('job', state), {
    initialProps: { state: 1 },
  });
  rerender({ state: 2 });
  await act(async () => reads[0]?.([fakeItem(0)]));
  expect(result.current).toEqual([fakeItem(0)]);
});
