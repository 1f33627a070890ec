import type { JobItem } from '#bulk/job.ts';
import { makeItem } from '#web/jobs/jobs.test.helper.ts';

/** An item that was set inactive: what a test is not about. */
export const fakeItem = (at: number, fields: Partial<JobItem> = {}) =>
  makeItem(at, {
    status: 'confirmed',
    sentAt: 0,
    httpStatus: 200,
    operationId: `op_${at}`,
    endedAt: Date.UTC(2026, 10, 23, 1, 2, at % 60),
    ...fields,
  });
