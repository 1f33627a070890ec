import { toCsv } from '#bulk/csv.ts';
import type { Change, JobItem, State } from '#bulk/job.ts';
import { differingFields } from '#bulk/make-change.ts';
import {
  differencesOf,
  idTextOf,
  partText,
  RESULTS,
  type Described,
} from '#web/features/jobs/texts.ts';

const HEADER =
  'id,name,action,before,after,changes,result,status,code,request_id,time,reason,found'.split(',');

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
      changesText(item, target),
      RESULTS[item.status].toLowerCase(),
      String(item.httpStatus ?? ''),
      item.code ?? '',
      item.operationId ?? '',
      item.endedAt === undefined ? '' : new Date(item.endedAt).toISOString(),
      item.reason ?? '',
      item.found === undefined ? '' : JSON.stringify(item.found),
    ]),
  ]);

const stateText = (state: State | null) => (state === null ? '' : JSON.stringify(state));

/** `removed: Active; added: Inactive` */
function changesText(item: JobItem, target: Described): string {
  const { removed, added } = differencesOf(target, item);
  return [
    ...removed.map((part) => `removed: ${partText(part)}`),
    ...added.map((part) => `added: ${partText(part)}`),
  ].join('; ');
}

/** `create`, `delete`, or `change` with the fields that become something else. */
function actionOf({ before, after }: Change): string {
  if (before === null || after === null) return after === null ? 'delete' : 'create';
  return ['change', ...differingFields(before, after)].join(' ');
}
