import type { JobItem, JobState } from '#web/jobs/job.ts';

/** 82 of 128 done, 2 failed, 44 left: what a test is not about. */
export const fakeJob = (fields: Partial<JobState> = {}): JobState => ({
  id: 'job-1',
  target: 'bot-user',
  heading: 'set 128 bot users inactive',
  plannedAt: 0,
  startedAt: 0,
  elapsedMs: 84_000,
  status: 'running',
  total: 128,
  counts: { wanted: 40, sent: 4, confirmed: 82, failed: 1, unsure: 1, skipped: 0 },
  isHere: true,
  isKept: true,
  ...fields,
});

export const finished = {
  status: 'finished',
  counts: { wanted: 0, sent: 0, confirmed: 126, failed: 1, unsure: 1, skipped: 0 },
} as const;

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
