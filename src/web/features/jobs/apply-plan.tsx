import { Box, Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState, type Ref } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { changesOf, type JobTarget, type Plan, type PlanLine, type Rollout } from '#bulk/job.ts';
import { ROLLOUT } from '#bulk/rollout.ts';
import { rateLimiter, useBudget } from '#web/api/rate-limiter.ts';
import { TARGET_WORDS } from '#web/features/jobs/texts.ts';
import { editPlan, openPlan } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { countTargets, headingOf } from '#web/jobs/plan.ts';
import { planRefusal, useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { useIsHere } from '#web/ui/leaving.ts';
import { Notice } from '#web/ui/notice.tsx';
import { usePlanWarnings } from '#web/ui/plan-warnings.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './jobs.module.css';

type ApplyPlanProps = {
  plan: Plan;
  target: JobTarget;
  list: { to: string; state?: object };
};

/** The press that sends a plan; before deletions it asks once more. */
export function ApplyPlan({ plan, target, list }: ApplyPlanProps) {
  const [isAsking, setAsking] = useState(false);
  const number = useRef<HTMLInputElement>(null);
  const { blocked } = useOpenPlan();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const start = useMutation({
    mutationFn: () => jobs.start(plan),
    onMutate: () => setAsking(false),
    onSuccess: async () => {
      // Without the plan its page would say for a moment that none is open.
      if (isHere.current) await navigate(list.to, { replace: true });
      if (openPlan.get()?.plannedAt === plan.plannedAt) openPlan.set(undefined);
    },
  });
  const changes = useMemo(() => changesOf(plan), [plan]);
  const deletions = changes.filter(({ kind }) => kind === 'delete').length;
  const words = TARGET_WORDS[plan.target];
  const isDeletion = plan.target === 'bot-user' && deletions > 0 && deletions === changes.length;
  const withCount = (text: string) => text.replace('#', countTargets(plan.target, deletions));
  const warnings = usePlanWarnings(
    useMemo(() => target.warnings?.(changes) ?? [], [target, changes]),
  );
  const refusal = changes.length === 0 ? 'Nothing would change.' : (blocked ?? planRefusal(plan));

  function keepInstead() {
    const next = withoutDeletions(plan, target.kindOf);
    setAsking(false);
    openPlan.set(next);
    announce(`Plan: ${headingOf(next)}`);
  }

  function apply() {
    if (!warnings.isGiven()) return;
    if (deletions > 0) setAsking(true);
    else start.mutate();
  }

  return (
    <>
      {warnings.element}
      {plan.rollout && <RolloutFields plan={plan} rollout={plan.rollout} />}
      {start.isError && <Notice tone="danger">Not started: another job was not over yet.</Notice>}
      <Group gap="xs" py="sm" bg="var(--app-canvas)" className={`buttons ${styles.foot}`}>
        <SubmitButton
          color={deletions > 0 ? 'danger' : 'action'}
          busy={start.isPending}
          refusal={refusal}
          onClick={apply}
        >
          {isDeletion
            ? withCount(words.deletion.confirmLabel)
            : `Apply ${count(changes.length, 'change')}`}
        </SubmitButton>
        <Button component={Link} {...list}>
          Back to {words.list.toLowerCase()}
        </Button>
        <PlanCost plan={plan} target={target} />
      </Group>
      {isAsking && (
        <AlertDialog
          title={withCount(words.deletion.title)}
          confirmLabel={withCount(words.deletion.confirmLabel)}
          danger
          refusal={refusal}
          onConfirm={() => number.current?.checkValidity() !== false && start.mutate()}
          onClose={() => setAsking(false)}
          other={{ label: words.instead.label, onPress: keepInstead }}
        >
          <p>{words.deletion.text}</p>
          {plan.deletesMissing && <NumberField ref={number} wanted={deletions} />}
        </AlertDialog>
      )}
    </>
  );
}

/** The plan with a way back: where it deletes, it does what is offered in place of that. */
const withoutDeletions = (plan: Plan, kindOf: JobTarget['kindOf']): Plan => ({
  ...plan,
  lines: plan.lines.map((line): PlanLine => {
    if (line.kind !== 'delete') return line;
    const after = { ...line.before, ...TARGET_WORDS[plan.target].instead.state };
    const change = { ...line, after };
    return { ...change, kind: kindOf(change) };
  }),
});

/** The number of deletions, typed by whoever has not chosen them one by one. */
function NumberField({ wanted, ref }: { wanted: number; ref: Ref<HTMLInputElement> }) {
  const [isWrong, setWrong] = useState(false);
  const text = formatNumber(wanted);
  return (
    <TextInput
      ref={ref}
      data-autofocus
      required
      withAsterisk={false}
      pattern={`\\s*${text.replaceAll(',', ',?')}\\s*`}
      inputMode="numeric"
      autoComplete="off"
      label={`Type ${text} to confirm`}
      error={isWrong && `Type ${text}, the number of deletions`}
      onChange={() => setWrong(false)}
      onInvalid={(event) => {
        setWrong(true);
        event.currentTarget.focus();
      }}
    />
  );
}

/** The requests and the time that it takes, and the age of the states before. */
function PlanCost({ plan, target }: Pick<ApplyPlanProps, 'plan' | 'target'>) {
  const changes = changesOf(plan);
  // Some targets are read first, but only once the plan has become old.
  const reads = changes.filter((line) => target.readsFirst(line, Infinity)).length;
  const most = changes.length + reads;
  const ms = rateLimiter.msFor(most);
  const budget = useBudget();
  return (
    <p className="dim numbers">
      {reads > 0 && 'At most '}
      {count(most, 'request')}
      {ms > 0 && `, ${aboutTime(ms)}`}.{budget && ` ${budget}.`} States read{' '}
      <RelativeTime text={new Date(plan.plannedAt).toISOString()} />.
    </p>
  );
}

/** In how many steps the plan is carried out, and how many failures it bears: folded, with the choice in words. */
function RolloutFields({ plan, rollout }: { plan: Plan; rollout: Rollout }) {
  const { steps, stopAfter } = rollout;
  const { one } = TARGET_WORDS[plan.target];

  const change = (next: Partial<Rollout>) => editPlan({ rollout: { ...rollout, ...next } });

  return (
    <Box component="details" mt="xs">
      <summary>
        {steps.length > 0 ? `Roll-out: one ${one} first, then five, then the rest` : 'All at once'}
        {stopAfter === null ? '' : `, stops after ${count(stopAfter, 'failure')}`}
      </summary>
      <Stack gap="xs" role="group" aria-label="Roll-out">
        <Checkbox
          label={`Start with one ${one}, then five, then the rest`}
          checked={steps.length > 0}
          onChange={(event) => change({ steps: event.currentTarget.checked ? ROLLOUT.steps : [] })}
        />
        <NumberInput
          w="fit-content"
          label="Stop after so many failures"
          description="Empty: failures do not stop it."
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={stopAfter ?? ''}
          onChange={(value) =>
            change({ stopAfter: value === '' ? null : Math.max(1, Number(value)) })
          }
        />
      </Stack>
    </Box>
  );
}
