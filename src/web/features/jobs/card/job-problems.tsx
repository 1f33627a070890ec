import CircleAlert from 'lucide-react/icons/circle-alert';
import { idTextOf } from '#web/features/jobs/describe.ts';
import type { JobItem, TargetKind } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { formatNumber } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { nameOf } from '#web/ui/safe-line.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './job-card.module.css';

const SHOWN_MAX = 5;

/** What was not done, the newest first. */
export function JobProblems({
  kind,
  problems,
}: {
  kind: TargetKind;
  problems: readonly JobItem[];
}) {
  const target = jobs.targetOf(kind) ?? {};
  const older = problems.length - SHOWN_MAX;
  return (
    <>
      <ul className={styles.problems} aria-label="Failed so far">
        {problems
          .slice(-SHOWN_MAX)
          .toReversed()
          .map(({ at, id, label, reason, code, httpStatus }) => (
            <li key={at}>
              <CircleAlert {...icon} />
              <span className={styles.words}>
                <strong>
                  <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />
                </strong>
                {reason !== undefined && (
                  <span className={layout.muted}>
                    <UntrustedText text={reason} />
                  </span>
                )}
              </span>
              <span className={`${layout.mono} ${layout.muted}`}>
                <UntrustedText text={code ?? String(httpStatus ?? '')} />
              </span>
            </li>
          ))}
      </ul>
      {older > 0 && (
        <p className={`${layout.line} ${styles.older}`}>
          {formatNumber(older)} more in the report.
        </p>
      )}
    </>
  );
}
