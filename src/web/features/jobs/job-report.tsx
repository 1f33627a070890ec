import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countsOf, isOver, type Change, type Job, type JobItem, type State } from '#bulk/job.ts';
import { differingFields } from '#bulk/make-change.ts';
import { toCsv } from '#bulk/write-csv.ts';
import { Differences, Dim, TargetLink, useItems } from '#web/features/jobs/cells.tsx';
import {
  idTextOf,
  partsOf,
  partText,
  progressText,
  RESULTS,
  TARGET_WORDS,
  type Described,
} from '#web/features/jobs/texts.ts';
import { openUndo } from '#web/features/jobs/undo.ts';
import { changes } from '#web/jobs/changes.ts';
import { currentJob, jobTargets } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { undoable } from '#web/jobs/plan.ts';
import { download } from '#web/lib/download.ts';
import { count } from '#web/lib/format.ts';
import { absoluteTime, clockTimeExact } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { useCloseOnLeave } from '#web/ui/leaving.ts';
import { HeadRow } from '#web/ui/list-table.tsx';
import { Details } from '#web/ui/notice.tsx';
import table from '#web/ui/table.module.css';
import styles from './jobs.module.css';

/** How many more items a press shows. */
const STEP = 100;

const isProblem = ({ status }: JobItem) => ['failed', 'unsure', 'skipped'].includes(status);

type JobReportProps = {
  of: Pick<Job, 'id' | 'target'>;
  onClose: () => void;
};

/** Every item of a job and what became of it; those that were not done first. */
export function JobReport({ of, onClose }: JobReportProps) {
  const shown = currentJob.use();
  const job = shown?.id === of.id ? shown : undefined;
  const read = useItems(of.id, job);
  const items = read ?? [];
  const [most, setMost] = useState(STEP);
  const navigate = useNavigate();
  const isLeft = useCloseOnLeave(onClose);
  const target = jobTargets.use()?.[of.target];
  const counts = countsOf(items);
  const isUndone = changes.get().some((each) => each.jobId === of.id && each.isUndone);
  const undos = (!job || isOver(job)) && !isUndone ? undoable(items, of.target).length : 0;
  const sorted = [...items.filter(isProblem), ...items.filter((item) => !isProblem(item))];
  const { name } = TARGET_WORDS[of.target];

  if (isLeft) return null;
  return (
    <Dialog
      wide
      title="Report"
      onClose={onClose}
      footer={
        <>
          {job?.status === 'finished' && counts.failed + counts.unsure > 0 && (
            <Button
              onClick={({ currentTarget }) => {
                // It goes as soon as the job runs again.
                focusFirst([currentTarget.nextElementSibling]);
                jobs.retryFailed();
              }}
            >
              Retry failed
            </Button>
          )}
          <Button
            onClick={() =>
              download(session.redact(reportCsv(items, target)), fileName(), 'text/csv')
            }
          >
            Download report
          </Button>
          {undos > 0 && (
            <Button onClick={() => openUndo(of, navigate)}>Undo {count(undos, 'change')}</Button>
          )}
          <Button onClick={onClose}>Close report</Button>
        </>
      }
    >
      <p className="numbers">
        {read?.length === 0
          ? 'What became of each is not kept on this device.'
          : `${progressText({ counts, total: items.length })}.`}
      </p>
      {/* It scrolls, so it can be focused. */}
      <Box mah="50vh" style={{ overflow: 'auto' }} role="region" aria-label="Items" tabIndex={0}>
        <table
          role="table"
          aria-label="Report"
          className={`${table.table} ${styles.lines} ${styles.report}`}
        >
          <HeadRow names={[name, 'Change', 'Result', 'Time']} />
          <tbody role="rowgroup">
            {sorted.slice(0, most).map((item) => (
              <ItemRow key={item.at} item={item} target={target ?? {}} />
            ))}
          </tbody>
        </table>
        {items.length > most && (
          <Button
            variant="subtle"
            onClick={({ currentTarget }) => {
              // The last press uses it up.
              if (items.length <= most + STEP) focusFirst([currentTarget.parentElement]);
              setMost(most + STEP);
            }}
          >
            Show {count(Math.min(STEP, items.length - most), 'more', 'more')}
          </Button>
        )}
      </Box>
    </Dialog>
  );
}

/** `job-2026-11-23T01-15-02.csv`, in UTC. */
const fileName = () => `job-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;

const DAY_MS = 24 * 60 * 60_000;

/** A report may be opened on another day than its job has run. */
const timeText = (at: number) => (Date.now() - at < DAY_MS ? clockTimeExact(at) : absoluteTime(at));

function ItemRow({ item, target }: { item: JobItem; target: Described }) {
  const { id, label, before, status, reason, found, httpStatus, code, operationId } = item;
  const details = [
    [httpStatus, code].filter(Boolean).join(' '),
    operationId && `Request id ${operationId}`,
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <TargetLink {...{ target, id, label }} />
      </th>
      <td role="cell">
        <Differences target={target} change={item} />
      </td>
      <td role="cell">
        {RESULTS[status]}
        {reason !== undefined && <Dim text={reason} />}
        {found && (
          <Dim lead="Now: " text={partsOf(target, label, found, before).map(partText).join(', ')} />
        )}
        {isProblem(item) && <Details text={details.filter(Boolean).join('\n')} />}
      </td>
      <td role="cell" className="numbers">
        {item.endedAt === undefined ? '–' : timeText(item.endedAt)}
      </td>
    </tr>
  );
}

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
