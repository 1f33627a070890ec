import type { JobItem } from '#web/jobs/job.ts';

/** An item that was set inactive: what a test is not about. */
export const fakeItem = (at: number, fields: Partial<JobItem> = {}): JobItem => ({
  at,
  id: `bot_${at}`,
  label: `bot ${at}`,
  before: { name: `bot ${at}`, active: true },
  after: { name: `bot ${at}`, active: false },
  status: 'confirmed',
  sentAt: 0,
  httpStatus: 200,
  operationId: `op_${at}`,
  endedAt: Date.UTC(2026, 10, 23, 1, 2, at % 60),
  ...fields,
});
