import { Button, Group } from '@mantine/core';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAccessRefusal } from '#web/api/access.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { requestsOf, withoutDeletions } from '#web/features/jobs/plan-lines.ts';
import { PlanWarnings } from '#web/features/jobs/plan-warnings.tsx';
import { RolloutFields } from '#web/features/jobs/rollout-fields.tsx';
import { applyText, TARGET_WORDS } from '#web/features/jobs/texts.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { changesOf, isOver, type JobTarget, type Plan } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { countTargets } from '#web/jobs/to-plan.ts';
import { planRefusal } from '#web/jobs/use-open-plan.ts';
import { count } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './jobs.module.css';

type ApplyPlanProps = {
  plan: Plan;
  target: JobTarget;
  /** The names that the words of the target depend on. */
  names: unknown;
  list: { to: string; state?: object };
};

/** The press that sends a plan; before deletions it asks once more. */
export function ApplyPlan({ plan, target, names, list }: ApplyPlanProps) {
  const [isAsking, setAsking] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const warnings = useRef<HTMLDivElement>(null);
  const job = useSyncExternalStore(currentJob.subscribe, currentJob.get);
  const navigate = useNavigate();
  const changes = useMemo(() => changesOf(plan), [plan]);
  const deletions = changes.filter(({ kind }) => kind === 'delete').length;
  useAccessRefusal();
  const words = TARGET_WORDS[plan.target];
  const withCount = (text: string) => text.replace('#', countTargets(plan.target, deletions));
  // oxlint-disable-next-line react/exhaustive-deps -- the warnings hold the names
  const known = useMemo(() => target.warnings?.(changes) ?? [], [target, changes, names]);
  const refusal =
    changes.length === 0
      ? 'Nothing would change.'
      : hasFailed || (job && !isOver(job))
        ? 'Another job is not over yet. Apply this plan when it is.'
        : planRefusal(plan);

  async function start() {
    setAsking(false);
    setStarting(true);
    try {
      await jobs.start(plan);
      await navigate(list.to, { replace: true });
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
    // The first box that is not ticked says so and gets the focus.
    const boxes = [...(warnings.current?.querySelectorAll('input') ?? [])];
    if (!boxes.every((box) => box.checkValidity())) return;
    if (deletions > 0) setAsking(true);
    else void start();
  }

  return (
    <>
      <PlanWarnings warnings={known} ref={warnings} />
      {plan.rollout && <RolloutFields target={plan.target} rollout={plan.rollout} />}
      <Group className={styles.apply}>
        <SubmitButton
          type="button"
          color={deletions > 0 ? 'danger' : 'action'}
          busy={isStarting}
          refusal={refusal}
          onClick={apply}
        >
          {applyText(plan.heading, changes.length)}
        </SubmitButton>
        <Button variant="default" component={Link} {...list}>
          Back to {words.list.toLowerCase()}
        </Button>
        <PlanCost plan={plan} target={target} />
      </Group>
      {isAsking && (
        <AlertDialog
          title={withCount(words.deletion.title)}
          confirmLabel={withCount(words.deletion.confirmLabel)}
          danger
          busy={isStarting}
          refusal={refusal}
          onConfirm={start}
          onClose={() => setAsking(false)}
          other={target.insteadOfDelete && { label: words.instead, onPress: keepInstead }}
        >
          <p>{words.deletion.text}</p>
        </AlertDialog>
      )}
    </>
  );
}

/** The requests and the time that it takes, and the age of the states before. */
function PlanCost({ plan, target }: Pick<ApplyPlanProps, 'plan' | 'target'>) {
  const { most, isExact } = requestsOf(plan, target);
  const ms = rateLimiter.msFor(most);
  const budget = useBudget();
  return (
    <p className="dim numbers">
      {isExact ? '' : 'At most '}
      {count(most, 'request')}
      {ms > 0 && `, ${aboutTime(ms)}`}.{budget && ` ${budget}.`} States read{' '}
      <RelativeTime text={new Date(plan.plannedAt).toISOString()} />.
    </p>
  );
}
