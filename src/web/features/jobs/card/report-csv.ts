import { RESULTS } from '#web/features/jobs/card/job-texts.ts';
import type { Change, JobItem, State } from '#web/jobs/job.ts';
import { toCsv } from '#web/lib/csv.ts';

const HEADER = 'id,name,action,before,after,result,status,code,request_id,time,reason'.split(',');

/** Every item of a job and what became of it, in the order of the plan. */
export const reportCsv = (items: readonly JobItem[]) =>
  toCsv([
    HEADER,
    ...items.map((item) => [
      item.id,
      item.label,
      actionOf(item),
      stateText(item.before),
      stateText(item.after),
      RESULTS[item.status].toLowerCase(),
      String(item.httpStatus ?? ''),
      item.code ?? '',
      item.operationId ?? '',
      item.endedAt === undefined ? '' : new Date(item.endedAt).toISOString(),
      item.reason ?? '',
    ]),
  ]);

const stateText = (state: State | null) => (state === null ? '' : JSON.stringify(state));

/** `create`, `delete`, or `change` with the fields that become something else. */
function actionOf({ before, after }: Change): string {
  if (before === null || after === null) return after === null ? 'delete' : 'create';
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return ['change', ...changed].join(' ');
}
