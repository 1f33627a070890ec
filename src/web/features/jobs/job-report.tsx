import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import {
  differences,
  idTextOf,
  partsOf,
  partText,
  type Described,
} from '#web/features/jobs/describe.ts';
import { progressText, RESULTS } from '#web/features/jobs/job-texts.ts';
import { reportCsv } from '#web/features/jobs/report-csv.ts';
import { StateParts } from '#web/features/jobs/state-parts.tsx';
import { openUndo } from '#web/features/jobs/undo-job.ts';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { isOver, type Job, type JobItem } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { undoable } from '#web/jobs/to-plan.ts';
import { count } from '#web/lib/format.ts';
import { download } from '#web/lib/download.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { Details } from '#web/ui/details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import table from '#web/ui/table.module.css';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

/** How many more items a press shows. */
const STEP = 100;

const isProblem = ({ status }: JobItem) => ['failed', 'unsure', 'skipped'].includes(status);

type JobReportProps = {
  of: Pick<Job, 'id' | 'target'>;
  isUndone?: boolean;
  onClose: () => void;
};

/** Every item of a job and what became of it; those that were not done first. */
export function JobReport({ of, isUndone = false, onClose }: JobReportProps) {
  const shown = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const job = shown?.id === of.id ? shown : undefined;
  const [items, setItems] = useState<readonly JobItem[]>([]);
  const [most, setMost] = useState(STEP);
  const navigate = useNavigate();
  // Where it runs they are changed in place: they are copied with each of its states.
  useEffect(
    () => void jobs.items(of.id).then((all) => setItems([...all]), onClose),
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again with each state
    [of.id, job, onClose],
  );
  const counts = { wanted: 0, sent: 0, confirmed: 0, failed: 0, unsure: 0, skipped: 0 };
  for (const { status } of items) counts[status] += 1;
  const target = jobs.targetOf(of.target);
  const changes = target && (!job || isOver(job)) && !isUndone ? undoable(items, target).length : 0;
  const sorted = [...items.filter(isProblem), ...items.filter((item) => !isProblem(item))];
  const words = TARGET_WORDS[of.target];
  const undo = () => {
    onClose();
    void openUndo(of, navigate).catch(() =>
      notify({ text: 'The way back could not be read.', isFailure: true }),
    );
  };

  return (
    <Dialog
      wide
      title="Report"
      onClose={onClose}
      footer={
        <>
          {job?.status === 'finished' && counts.failed + counts.unsure > 0 && (
            <Button variant="default" onClick={jobs.retryFailed}>
              Retry failed
            </Button>
          )}
          <Button
            variant="default"
            onClick={() =>
              download(session.redact(reportCsv(items, target)), fileName(), 'text/csv')
            }
          >
            Download report
          </Button>
          {changes > 0 && (
            <Button variant="default" onClick={undo}>
              {words.undo(changes)}
            </Button>
          )}
        </>
      }
    >
      <p className="numbers">{progressText({ counts, total: items.length })}.</p>
      <div
        className={`${table.wrap} ${styles.report}`}
        role="region"
        aria-label="Items"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
      >
        <table role="table" aria-label="Report" className={table.table}>
          <thead role="rowgroup">
            <tr role="row">
              {[words.name, 'Change', 'Result', 'Time'].map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {sorted.slice(0, most).map((item) => (
              <ItemRow key={item.at} item={item} target={target ?? {}} />
            ))}
          </tbody>
        </table>
        {items.length > most && (
          <Button variant="subtle" onClick={() => setMost(most + STEP)}>
            Show {count(Math.min(STEP, items.length - most), 'more', 'more')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** `job-2026-11-23T01-15-02.csv`, in UTC. */
const fileName = () => `job-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;

function ItemRow({ item, target }: { item: JobItem; target: Described }) {
  const { id, label, before, after, status, reason, found, httpStatus, code, operationId } = item;
  const name = <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />;
  const path = target.pathOf?.(id);
  const details = [
    [httpStatus, code].filter(Boolean).join(' '),
    operationId && `Request id ${operationId}`,
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {path === undefined ? name : <Link to={path}>{name}</Link>}
      </th>
      <td role="cell">
        {before && <StateParts parts={differences(target, label, before, after)} side="removed" />}
        {after && <StateParts parts={differences(target, label, after, before)} side="added" />}
      </td>
      <td role="cell">
        {RESULTS[status]}
        {reason !== undefined && (
          <span className="dim">
            {' '}
            <UntrustedText text={reason} />
          </span>
        )}
        {found && (
          <span className="dim">
            {' '}
            Now:{' '}
            <UntrustedText text={partsOf(target, label, found, before).map(partText).join(', ')} />
          </span>
        )}
        {isProblem(item) && <Details text={details.filter(Boolean).join('\n')} />}
      </td>
      <td role="cell" className="numbers">
        {item.endedAt === undefined ? '–' : clockTimeExact(item.endedAt)}
      </td>
    </tr>
  );
}
