import { Button } from '@mantine/core';
import ListChecks from 'lucide-react/icons/list-checks';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TargetKind } from '#bulk/job.ts';
import { useProtection } from '#web/api/access.ts';
import { ApplyPlan } from '#web/features/jobs/apply-plan.tsx';
import { PlanTable } from '#web/features/jobs/plan-table.tsx';
import { TARGET_WORDS } from '#web/features/jobs/texts.ts';
import { jobTargets, openPlan } from '#web/jobs/current-job.ts';
import { jobs, type UndoneJob } from '#web/jobs/jobs.ts';
import { headingOf, withRefusals } from '#web/jobs/plan.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { useUnloadWarning } from '#web/ui/unsaved-guard.tsx';

type PlanPageProps = {
  /** Where the lists are in this app. */
  lists: Record<TargetKind, { to: string; state?: object }>;
  /** The names that the words of the target depend on: with others they are found anew. */
  names?: unknown;
};

/** What would be changed, line by line; nothing is sent before the press on the button at the end. */
export function PlanPage({ lists, names }: PlanPageProps) {
  const opened = openPlan.use();
  const targets = jobTargets.use();
  const protection = useProtection();
  const { undo } = (useLocation().state ?? {}) as { undo?: UndoneJob };
  const known = opened && targets?.[opened.target];
  // With other names the target describes the same lines in other words, and it refuses what is protected.
  // oxlint-disable-next-line react/exhaustive-deps
  const target = useMemo(() => known && { ...known }, [known, names, protection]);
  const all = opened?.lines;
  const lines = useMemo(() => (all && target ? withRefusals(all, target) : all), [all, target]);
  const plan = useMemo(() => opened && lines && { ...opened, lines }, [opened, lines]);
  const heading = useMemo(() => plan && headingOf(plan), [plan]);
  // With a plan goes what was typed, chosen and left out for it.
  useUnloadWarning(plan !== undefined);
  const list = plan && { text: TARGET_WORDS[plan.target].list, ...lists[plan.target] };
  return (
    <Page
      title="Plan"
      heading={heading ? `Plan: ${heading}` : 'Plan'}
      breadcrumb={list && <Breadcrumb parent={list} text="Plan" />}
    >
      {undo ? (
        <UndoReading of={undo} />
      ) : plan && target ? (
        <>
          <p>
            This {heading?.replace(/^\w+/, (verb) => `${verb}s`)}. Nothing is sent before you press
            the button at the end.
          </p>
          <PlanTable plan={plan} target={target} />
          <ApplyPlan plan={plan} target={target} list={lists[plan.target]} />
        </>
      ) : (
        targets && (
          <StateCard icon={ListChecks} title="No plan is open">
            <p>Select bot users or routes in their list, then choose what to do with them.</p>
          </StateCard>
        )
      )}
    </Page>
  );
}

const READING = 'Reading the present state';

/** The way back of a job is planned from fresh reads, until somebody leaves the page. */
function UndoReading({ of }: { of: UndoneJob }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useEffect(() => {
    const left = new AbortController();
    const until = AbortSignal.any([left.signal, session.signal()]);
    async function read() {
      const onRead = (done: number, all: number) =>
        setText(`${formatNumber(done)} of ${formatNumber(all)}`);
      const plan = await jobs.undoPlan(of, until, onRead).catch(() => undefined);
      if (until.aborted) return;
      await navigate(paths.plan, { replace: true });
      if (!plan) return notify({ text: 'The way back could not be read.', isFailure: true });
      openPlan.set(plan);
      announce(`Plan: ${headingOf(plan)}`);
    }
    // The start and the end are said, never each read.
    announce(READING);
    void read();
    return () => left.abort();
  }, [of, navigate]);
  return (
    <StateCard
      icon={ListChecks}
      title={READING}
      actions={<Button onClick={() => void navigate(-1)}>Cancel</Button>}
    >
      <p className="numbers">{text}</p>
    </StateCard>
  );
}
