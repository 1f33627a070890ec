import { expect, it } from 'vitest';
import type { Plan, PlanLine } from '#bulk/job.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { access } from '#web/api/access.ts';
import { makeItem } from '#web/jobs/jobs.test.helper.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { createPlanDraft, planRefusal, withOwnTime } from '#web/jobs/use-open-plan.ts';
import { session } from '#web/session/session.ts';
import { signIn, TEST_KEY } from '#web/test/session.ts';

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

const plan = (plannedAt: number): Plan => {
  return { target: 'bot-user', heading: '', lines: [], plannedAt };
};

it('keeps a draft until its own plan is applied', () => {
  const draft = createPlanDraft({ text: '' });
  draft.edit({ text: 'new' });
  jobs.setPlan(plan(1));
  draft.setPlanned(plan(1));
  // Another plan takes its place, and is applied.
  jobs.setPlan(plan(2));
  jobs.setPlan(undefined);
  expect(draft.get().text).toBe('new');
  jobs.setPlan(plan(3));
  draft.setPlanned(plan(3));
  // A line is left out.
  jobs.setPlan({ ...plan(3), out: new Set([0]) });
  expect(draft.get().text).toBe('new');
  jobs.setPlan(undefined);
  expect(draft.get().text).toBe('');
});

it('does not take two plans of the same rows for one', () => {
  const draft = createPlanDraft({ text: '' });
  draft.edit({ text: 'new' });
  const made = withOwnTime(plan(1));
  jobs.setPlan(made);
  draft.setPlanned(made);
  // Another one takes its place, and is applied.
  jobs.setPlan(withOwnTime(plan(1)));
  jobs.setPlan(undefined);
  expect(draft.get().text).toBe('new');
});

it('keeps a draft whose plan goes because somebody signs in again with another key', () => {
  const draft = createPlanDraft({ text: '' });
  session.signIn(TEST_KEY, false, 'a');
  draft.edit({ text: 'new' });
  jobs.setPlan(plan(1));
  draft.setPlanned(plan(1));
  session.expire(TEST_KEY);
  session.signIn(`${TEST_KEY}2`, false, 'b');
  // As the jobs do where nothing tells that it is of the same account.
  jobs.setPlan(undefined);
  expect(draft.get().text).toBe('new');
});

it('keeps a draft past a limit of the session, for the same account', () => {
  const draft = createPlanDraft({ text: '' });
  session.signIn(TEST_KEY, false, 'a');
  draft.edit({ text: 'new' });
  jobs.setPlan(plan(1));
  draft.setPlanned(plan(1));
  // As the jobs of a session do at its end.
  session.signal().addEventListener('abort', () => jobs.setPlan(undefined));
  session.end('idle');
  session.signIn(TEST_KEY, false, 'b');
  expect(draft.get().text).toBe('');
  session.signIn(TEST_KEY, false, 'a');
  expect(draft.get().text).toBe('new');
  session.end('signed-out');
  session.signIn(TEST_KEY, false, 'a');
  expect(draft.get().text).toBe('');
});
