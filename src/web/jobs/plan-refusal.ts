import { accessRefusal } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { isChange, type Plan } from '#web/jobs/job.ts';
import { count, formatNumber } from '#web/lib/format.ts';

/** Why this plan cannot be applied now, as a sentence; single lines may be refused all the same. */
export function planRefusal({ lines }: Pick<Plan, 'lines'>): string | undefined {
  const most = runtimeConfig().write_rules?.changes_per_job ?? Infinity;
  const changes = lines.filter(isChange).length;
  if (changes <= most) return accessRefusal();
  return `A job may make at most ${count(most, 'change')} here. This plan has ${formatNumber(changes)}.`;
}
