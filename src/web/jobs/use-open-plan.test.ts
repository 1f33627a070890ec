import { afterEach, expect, it } from 'vitest';
import type { PlanLine } from '#bulk/job.ts';
import { access, forgetAccess } from '#web/api/access.ts';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/test/config.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { planRefusal } from '#web/jobs/use-open-plan.ts';

afterEach(forgetAccess);

const line = (kind: PlanLine['kind']): PlanLine => ({
  id: 'x',
  label: 'x',
  before: null,
  after: null,
  kind,
});

it('lets a plan have as many changes as a job may make, and no more', () => {
  setConfig(testConfig({ write_rules: WriteRules.parse({ changes_per_job: 1 }) }));
  expect(planRefusal({ lines: [line('delete'), line('no-change')] })).toBeUndefined();
  expect(planRefusal({ lines: [line('delete'), line('rename')] })).toBe(
    'A job may make at most 1 change here. This plan has 2.',
  );
});

it('lets no plan be applied with a key that can only read', () => {
  setConfig(testConfig());
  expect(planRefusal({ lines: [] })).toBeUndefined();
  access.set({ ...access.get(), isReadOnly: true });
  expect(planRefusal({ lines: [] })).toBe('This key can only read.');
});
