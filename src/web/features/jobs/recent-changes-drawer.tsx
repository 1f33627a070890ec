import '#web/styles/more.css';
import { Button, Checkbox, Drawer } from '@mantine/core';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { ACCESS_NOTE, useAccessRefusal } from '#web/api/access.ts';
import { ChangeLine, changeText } from '#web/features/jobs/change-text.tsx';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import { reasonIn, stateAfter } from '#web/features/jobs/undo-of.ts';
import { changes, keepsChanges, keyOf, type RecordedChange } from '#web/jobs/changes.ts';
import { beginUndo, wantJobs } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { wayBack } from '#web/jobs/make-change.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useReturnFocus } from '#web/ui/focus.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import styles from './jobs.module.css';

/** The last changes of this browser, newest first, each with its Undo or the reason why it has none. */
export function RecentChangesDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const list = useSyncExternalStore(changes.subscribe, changes.get);
  const [reported, setReported] = useState<string>();
  const report = list.find((change) => change.jobId !== undefined && change.jobId === reported);
  useEffect(() => {
    wantJobs();
    void changes.load();
  }, []);
  return (
    <Drawer opened title="Recent changes" onClose={onClose}>
      {list.length === 0 ? (
        <p className="dim">Nothing was changed here yet. The last 100 changes will be listed.</p>
      ) : (
        // Without the role WebKit takes a list without marks for none.
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        <ul role="list" aria-label="Changes, newest first" className={styles.changes}>
          {list.map((change) => (
            <ChangeRow
              key={keyOf(change)}
              change={change}
              list={list}
              onReport={() => setReported(change.jobId)}
              onUndo={() => {
                // What it asks, and its plan, are under the drawer.
                onClose();
                beginUndo(change);
              }}
            />
          ))}
        </ul>
      )}
      <Keeping />
      {report?.jobId !== undefined && (
        <JobReport
          of={{ id: report.jobId, target: report.target }}
          isUndone={report.isUndone ?? false}
          onClose={() => setReported(undefined)}
        />
      )}
      <AnnounceRegion />
    </Drawer>
  );
}

type ChangeRowProps = {
  change: RecordedChange;
  list: readonly RecordedChange[];
  onUndo: () => void;
  onReport: () => void;
};

function ChangeRow({ change, list, onUndo, onReport }: ChangeRowProps) {
  const reason = reasonIn(list, change);
  const isReadOnly = useAccessRefusal() !== undefined;
  const refusal = reason === undefined ? refusalOf(change, list) : undefined;
  const noteId = useId();
  const isOff = isReadOnly || refusal !== undefined;
  const note = reason ?? refusal;
  return (
    <li>
      <div>
        <ChangeLine change={change} />
        <p className="dim">
          <RelativeTime text={new Date(change.at).toISOString()} />
          {note !== undefined && (
            <>
              {' '}
              · <span id={noteId}>{note}</span>
            </>
          )}
        </p>
      </div>
      {change.jobId !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Report: ${changeText(change)}`}
          onClick={onReport}
        >
          Report
        </Button>
      )}
      {reason === undefined && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Undo ${changeText(change)}`}
          aria-disabled={isOff || undefined}
          aria-describedby={isReadOnly ? ACCESS_NOTE : refusal && noteId}
          onClick={isOff ? undefined : onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

/** Why its way back must not be sent from here; that of a job is a plan, which says so itself. */
const refusalOf = (change: RecordedChange, list: readonly RecordedChange[]) =>
  change.jobId === undefined
    ? jobs.targetOf(change.target)?.refusal(wayBack(change, stateAfter(change, list)))
    : undefined;

function Keeping() {
  const isKept = useSyncExternalStore(keepsChanges.subscribe, keepsChanges.get);
  return (
    <Checkbox
      label="Keep after signing out"
      description="Keeps names and ids of what you changed on this device, never the key."
      checked={isKept}
      onChange={() => keepsChanges.change((before) => !before)}
    />
  );
}
