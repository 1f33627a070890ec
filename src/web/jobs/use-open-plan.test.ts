import { expect, it } from 'vitest';
import type { PlanLine } from '#bulk/job.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { access } from '#web/api/access.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { makeItem, planInactive } from '#web/jobs/jobs.test.helper.ts';
import { planRefusal } from '#web/jobs/use-open-plan.ts';
import { session } from '#web/session/session.ts';
import { signIn } from '#web/test/session.ts';

const line = (kind: PlanLine['kind']): PlanLine => ({ ...makeItem(0), kind });

it('lets a plan have as many changes as a job may make, and no more', () => {
  signIn({ write_rules: WriteRules.parse({ changes_per_job: 1 }) });
  expect(planRefusal({ lines: [line('delete'), line('no-change')] })).toBeUndefined();
  expect(planRefusal({ lines: [line('delete'), line('rename')] })).toBe(
    'A job may make at most 1 change here. This plan has 2.',
  );
});

it('lets no plan be applied with a key that can only read', () => {
  expect(planRefusal({ lines: [] })).toBeUndefined();
  access.set({ ...access.get(), isReadOnly: true });
  expect(planRefusal({ lines: [] })).toBe('This key can only read.');
});

it('leaves no plan to whoever signs in next, also where the code of jobs has not come', () => {
  openPlan.set(planInactive(new Map()));
  session.end('signed-out');
  expect(openPlan.get()).toBeUndefined();
});
