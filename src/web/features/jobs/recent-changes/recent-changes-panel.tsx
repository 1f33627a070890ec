import { useEffect, useId, useSyncExternalStore, type RefObject } from 'react';
import { ACCESS_NOTE, useAccessRefusal } from '#web/api/access.ts';
import { ChangeLine } from '#web/features/jobs/recent-changes/change-line.tsx';
import { changeText } from '#web/features/jobs/recent-changes/change-text.ts';
import { reasonIn, stateAfter, wayBack } from '#web/features/jobs/recent-changes/undo-of.ts';
import { changes, keepsChanges, keyOf, type RecordedChange } from '#web/jobs/changes.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { beginUndo } from '#web/jobs/job-parts.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { SidePanel } from '#web/ui/layout/side-panel.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import styles from './recent-changes-panel.module.css';

type RecentChangesPanelProps = { opener: RefObject<HTMLElement | null>; onClose: () => void };

/** What was changed here, each with its way back. */
export function RecentChangesPanel(props: RecentChangesPanelProps) {
  const list = useSyncExternalStore(changes.subscribe, changes.get);
  useEffect(() => void changes.load(), []);
  return (
    <SidePanel id="recent-changes" label="Recent changes" title="Recent changes" {...props}>
      <div className={styles.scroller}>
        {list.length === 0 ? (
          <p className={`${layout.pad} ${layout.muted}`}>
            Nothing was changed here yet. The last 100 changes will be listed.
          </p>
        ) : (
          // Without the role WebKit takes a list without marks for none.
          // oxlint-disable-next-line jsx-a11y/no-redundant-roles
          <ul role="list" aria-label="Changes, newest first" className={styles.list}>
            {list.map((change) => (
              <ChangeRow key={keyOf(change)} change={change} list={list} />
            ))}
          </ul>
        )}
      </div>
      <Keeping />
    </SidePanel>
  );
}

type ChangeRowProps = { change: RecordedChange; list: readonly RecordedChange[] };

function ChangeRow({ change, list }: ChangeRowProps) {
  const reason = reasonIn(list, change);
  const isHeld = useAccessRefusal() !== undefined;
  const refusal = reason === undefined ? refusalOf(change, list) : undefined;
  const noteId = useId();
  const isOff = isHeld || refusal !== undefined;
  return (
    <li className={styles.change}>
      <div className={styles.what}>
        <div>
          <ChangeLine change={change} />
        </div>
        <div className={`${layout.muted} ${layout.small}`}>
          <RelativeTime text={new Date(change.at).toISOString()} />
          {reason !== undefined && <> · {reason}</>}
          {refusal !== undefined && (
            <>
              {' '}
              · <span id={noteId}>{refusal}</span>
            </>
          )}
        </div>
      </div>
      {reason === undefined && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Undo ${changeText(change)}`}
          aria-disabled={isOff || undefined}
          aria-describedby={isHeld ? ACCESS_NOTE : refusal && noteId}
          onClick={isOff ? undefined : () => beginUndo(change)}
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
    <div className={styles.keeping}>
      <Checkbox
        label="Keep after signing out"
        aria-describedby="keeps-changes"
        checked={isKept}
        onChange={() => keepsChanges.change((before) => !before)}
      />
      <p id="keeps-changes" className={`${layout.muted} ${layout.small}`}>
        Keeps names and ids of what you changed on this device, never the key.
      </p>
    </div>
  );
}
