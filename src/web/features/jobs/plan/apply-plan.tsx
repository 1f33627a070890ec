import { useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccessRefusal } from '#web/api/access.ts';
import { withoutDeletions } from '#web/features/jobs/plan/plan-lines.ts';
import { usePlanWarnings } from '#web/features/jobs/plan/plan-warnings.tsx';
import { RolloutFields } from '#web/features/jobs/plan/rollout-fields.tsx';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import { isChange, isOver, type JobState, type JobTarget, type Plan } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { planRefusal } from '#web/jobs/plan-refusal.ts';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { announce } from '#web/ui/announcer.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';

const OTHER_JOB = 'Another job is not over yet. Apply this plan when it is.';

type ApplyPlanProps = {
  plan: Plan;
  target: JobTarget;
  /** What the words of the target depend on. */
  names: unknown;
  /** Address of the list, where the job is shown. */
  list: string;
  /** The link to it. */
  back: ReactNode;
};

/** The press that sends a plan; before deletions it asks once more. */
export function ApplyPlan({ plan, target, names, list, back }: ApplyPlanProps) {
  const [isAsking, setAsking] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const job = useSyncExternalStore(jobs.subscribe, jobs.state);
  const navigate = useNavigate();
  const id = useId();
  const changes = useMemo(() => plan.lines.filter(isChange), [plan]);
  const deletions = changes.filter(({ kind }) => kind === 'delete').length;
  useAccessRefusal();
  const refusal = whyNot(plan, job);
  const words = TARGET_WORDS[plan.target];
  const { text, ...asks } = words.deletion(deletions);
  // oxlint-disable-next-line react/exhaustive-deps -- they name what has a name
  const known = useMemo(() => target.warnings?.(changes) ?? [], [target, changes, names]);
  const warnings = usePlanWarnings(known);

  async function start() {
    setAsking(false);
    setStarting(true);
    try {
      await jobs.start(plan);
      await navigate(list, { replace: true });
    } catch {
      setStarting(false);
      setFailed(true);
    }
  }

  function keepInstead() {
    const next = withoutDeletions(plan, target);
    setAsking(false);
    jobs.setPlan(next);
    announce(`Plan: ${next.heading}`);
  }

  function apply() {
    if (refusal !== undefined || isStarting || !warnings.isGiven()) return;
    if (deletions > 0) setAsking(true);
    else void start();
  }

  return (
    <>
      {warnings.element}
      {plan.rollout && <RolloutFields target={plan.target} rollout={plan.rollout} />}
      <div className={layout.row}>
        <Button
          danger={deletions > 0}
          aria-disabled={refusal !== undefined || isStarting || undefined}
          aria-describedby={id}
          onClick={apply}
        >
          Apply {count(changes.length, 'change')}
        </Button>
        {back}
        <span id={id} role="status" className={layout.muted}>
          {refusal ?? (hasFailed && OTHER_JOB)}
        </span>
        {isAsking && (
          <ConfirmDialog
            {...asks}
            danger
            busy={isStarting}
            refusal={refusal}
            onConfirm={start}
            onClose={() => setAsking(false)}
            other={target.insteadOfDelete && { label: words.instead, onPress: keepInstead }}
          >
            <p>{text}</p>
          </ConfirmDialog>
        )}
      </div>
    </>
  );
}

/** Why nothing of the plan can be sent now. */
function whyNot(plan: Plan, job: JobState | undefined): string | undefined {
  if (!plan.lines.some(isChange)) return 'Nothing would change.';
  return job && !isOver(job) ? OTHER_JOB : planRefusal(plan);
}
