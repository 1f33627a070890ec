import ListChecks from 'lucide-react/icons/list-checks';
import { useSyncExternalStore } from 'react';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { ApplyPlan } from '#web/features/jobs/plan/apply-plan.tsx';
import { requestsOf, withRefusals } from '#web/features/jobs/plan/plan-lines.ts';
import { PlanLines } from '#web/features/jobs/plan/plan-table.tsx';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import type { JobTarget, Plan, TargetKind } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { count } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { LinkButton } from '#web/ui/parts/button.tsx';

/** Where a list is: an address of this app. */
type ListLink = { to: string; state?: object };

type PlanPageProps = {
  lists: Record<TargetKind, ListLink>;
  /** What the words of the target depend on. */
  names?: unknown;
};

/** What would be changed, line by line; nothing is sent before the press on "Apply". */
export function PlanPage({ lists, names }: PlanPageProps) {
  const opened = useSyncExternalStore(jobs.subscribe, jobs.plan);
  const kind = opened?.target ?? 'bot-user';
  const target = opened && jobs.targetOf(kind);
  const plan = target && withRefusals(opened, target);
  const backTo = (of: TargetKind) => (
    <LinkButton variant="default" {...lists[of]}>
      Back to {TARGET_WORDS[of].list}
    </LinkButton>
  );
  return (
    <Page
      title="Plan"
      heading={plan ? `Plan: ${plan.heading}` : 'Plan'}
      lead={plan && <PlanCost plan={plan} target={target} />}
    >
      {plan ? (
        <div className={layout.stack}>
          <ApplyPlan
            plan={plan}
            target={target}
            names={names}
            list={lists[kind].to}
            back={backTo(kind)}
          />
          <PlanLines plan={plan} target={target} names={names} />
        </div>
      ) : (
        <StateCard
          icon={ListChecks}
          title="No plan is open"
          actions={
            <>
              {backTo('bot-user')}
              {backTo('route')}
            </>
          }
        >
          <p>Select bot users or routes in their list, then choose what to do with them.</p>
        </StateCard>
      )}
    </Page>
  );
}

/** What it costs, and of when it is. */
function PlanCost({ plan, target }: { plan: Plan; target: JobTarget }) {
  const { most, isExact } = requestsOf(plan, target);
  const ms = rateLimiter.msFor(most);
  const budget = useBudget();
  return (
    <p className={`${layout.muted} ${layout.num}`}>
      {isExact ? '' : 'At most '}
      {count(most, 'request')}
      {ms > 0 && `, ${aboutTime(ms)}`}.{budget && ` ${budget}.`} States read{' '}
      <RelativeTime text={new Date(plan.plannedAt).toISOString()} />.
    </p>
  );
}
