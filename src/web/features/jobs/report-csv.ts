import { toCsv } from '#bulk/csv.ts';
import type { Change, JobItem, State } from '#bulk/job.ts';
import { differingFields } from '#bulk/make-change.ts';
import { idTextOf, RESULTS, type Described } from '#web/features/jobs/texts.ts';

const HEADER = 'id,name,action,before,after,result,status,code,request_id,time,reason'.split(',');

/** Every item of a job and what became of it, in the order of the plan. */
export const reportCsv = (items: readonly JobItem[], target: Described = {}) =>
  toCsv([
    HEADER,
    ...items.map((item) => [
      idTextOf(target, item.id),
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
  return ['change', ...differingFields(before, after)].join(' ');
}
