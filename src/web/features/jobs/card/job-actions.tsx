import Download from 'lucide-react/icons/download';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Square from 'lucide-react/icons/square';
import Undo2 from 'lucide-react/icons/undo-2';
import { useNavigate } from 'react-router-dom';
import { failedOf, waitsForLook } from '#web/features/jobs/card/job-texts.ts';
import { reportCsv } from '#web/features/jobs/card/report-csv.ts';
import { openUndo, undoableOf } from '#web/features/jobs/card/undo-job.ts';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import { isOver, type JobItem, type JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { download } from '#web/lib/download.ts';
import { session } from '#web/session/session.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button, type ButtonProps } from '#web/ui/parts/button.tsx';
import { icon } from '#web/ui/icon.ts';

/** Without a journal only the tab that ran it has its items; while it runs it can be asked. */
export const canActOn = ({ isKept, isHere, status }: JobState) =>
  isKept || isHere || status === 'running';

type JobActionsProps = { job: JobState; items: readonly JobItem[] | undefined };

/** What can be done with the job as it is now. */
export function JobActions(props: JobActionsProps) {
  if (!canActOn(props.job))
    return <span className={layout.muted}>Go on in the tab that ran it.</span>;
  return isOver(props.job) ? <EndActions {...props} /> : <RunActions job={props.job} />;
}

const Action = (props: ButtonProps) => <Button variant="default" size="xs" {...props} />;

function RunActions({ job }: { job: JobState }) {
  return (
    <>
      {/* One button, so that the focus stays where it is pressed. Where it has stopped for a look there is none: a press
          on Pause that comes too late must not let it go on. */}
      {waitsForLook(job) ? null : job.status === 'paused' ? (
        <Action leftSection={<Play {...icon} />} onClick={jobs.resume}>
          Resume
        </Action>
      ) : (
        <Action leftSection={<Pause {...icon} />} onClick={jobs.pause}>
          Pause
        </Action>
      )}
      <Action leftSection={<Square {...icon} />} onClick={jobs.stop}>
        Stop
      </Action>
    </>
  );
}

function EndActions({ job, items = [] }: JobActionsProps) {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const changes = undoableOf(job, items);
  const fail = (text: string) => receipt({ text, failed: true });

  const save = async () =>
    download(session.redact(await reportOf(job)), fileNameOf(job), 'text/csv');

  function close() {
    jobs.close();
    // The heading of the page, beside which the card was.
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }

  return (
    <>
      {job.status === 'finished' && failedOf(job) > 0 && (
        <Action leftSection={<RotateCw {...icon} />} onClick={jobs.retryFailed}>
          Retry failed
        </Action>
      )}
      <Action
        leftSection={<Download {...icon} />}
        onClick={() => void save().catch(() => fail('The report could not be read.'))}
      >
        Download report
      </Action>
      {changes > 0 && (
        <Action
          leftSection={<Undo2 {...icon} />}
          onClick={() =>
            void openUndo(job.id, navigate).catch(() => fail('The way back could not be read.'))
          }
        >
          {TARGET_WORDS[job.target].undo(changes)}
        </Action>
      )}
      <Action onClick={close}>Close report</Action>
    </>
  );
}

const reportOf = async ({ id, target }: JobState) =>
  reportCsv(await jobs.items(id), jobs.targetOf(target));

/** `job-2026-11-23T01-15-02.csv`, by the start of the job in UTC. */
const fileNameOf = ({ startedAt }: JobState) =>
  `job-${new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
