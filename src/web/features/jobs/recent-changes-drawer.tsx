import { Box, Button, Drawer, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JobTargets } from '#bulk/job.ts';
import { ACCESS_NOTE, useAccessRefusal } from '#web/api/access.ts';
import { changeParts, changeText, TextParts } from '#web/features/jobs/change-text.tsx';
import { JobReport } from '#web/features/jobs/job-report.tsx';
import { backOf, reasonIn } from '#web/features/jobs/undo.ts';
import { beginUndo } from '#web/jobs/changes-on-demand.ts';
import { changes, keyOf } from '#web/jobs/changes.ts';
import { jobTargets } from '#web/jobs/current-job.ts';
import type { RecordedChange } from '#web/jobs/journal.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useModal } from '#web/ui/focus.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';

export function RecentChangesDrawer({ onClose }: { onClose: () => void }) {
  useModal(onClose);
  return (
    <Drawer opened title="Recent changes" onClose={onClose}>
      <RecentChanges onUndo={onClose} />
      <AnnounceRegion />
    </Drawer>
  );
}

/** The last changes of this browser, newest first, each with its Undo or the reason why it has none. */
export function RecentChanges({ onUndo }: { onUndo?: () => void }) {
  const list = changes.use();
  // What each may be undone with comes later than the list where that is opened at once.
  const targets = jobTargets.use();
  useEffect(() => void changes.load(), []);
  if (list.length === 0)
    return (
      <p className="dim">Nothing was changed here yet. The last 100 changes will be listed.</p>
    );
  return (
    // Without the role WebKit takes a list without marks for none.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" aria-label="Changes, newest first">
      {list.map((change) => (
        <ChangeRow key={keyOf(change)} {...{ change, list, targets, onUndo }} />
      ))}
    </ul>
  );
}

type ChangeRowProps = {
  change: RecordedChange;
  list: readonly RecordedChange[];
  targets: JobTargets | undefined;
  onUndo: (() => void) | undefined;
};

function ChangeRow({ change, list, targets, onUndo }: ChangeRowProps) {
  const [isReportOpen, setReportOpen] = useState(false);
  const isReadOnly = useAccessRefusal() !== undefined;
  // Why its way back must not be sent from here; that of a job is a plan, which says so itself.
  const note =
    reasonIn(list, change) ??
    (change.jobId === undefined
      ? targets?.[change.target].refusal(backOf(change, list))
      : undefined);

  function undo() {
    // What it asks, and its plan, are under the drawer.
    onUndo?.();
    beginUndo(change);
  }

  return (
    <Group component="li" gap="xs" wrap="nowrap" py="xs">
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <TextParts parts={changeParts(change)} />
        <p className="dim">
          <RelativeTime text={new Date(change.at).toISOString()} />
          {note !== undefined && ` · ${note}`}
        </p>
      </Box>
      {change.jobId !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Report: ${changeText(change)}`}
          onClick={() => setReportOpen(true)}
        >
          Report
        </Button>
      )}
      {change.jobId !== undefined && isReportOpen && (
        <JobReport
          of={{ id: change.jobId, target: change.target }}
          onClose={() => setReportOpen(false)}
        />
      )}
      {note === undefined && (
        <Button
          size="compact-sm"
          aria-label={`Undo ${changeText(change)}`}
          aria-disabled={isReadOnly || undefined}
          aria-describedby={isReadOnly ? ACCESS_NOTE : undefined}
          onClick={isReadOnly ? undefined : undo}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}
