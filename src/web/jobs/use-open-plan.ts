import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { changesOf, isOver, type Plan } from '#bulk/job.ts';
import { accessRefusal, useAccessRefusal } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { createStore } from '#web/lib/store.ts';
import { paths } from '#web/paths.ts';
import { hasMetLimit } from '#web/session/drafts.ts';
import { session } from '#web/session/session.ts';

/** Leads to the page of a plan. */
export function useOpenPlan() {
  const navigate = useNavigate();
  const job = currentJob.use();
  const refusal = useAccessRefusal();
  const isFree = !job || isOver(job);
  return {
    /** Why nothing can be planned now; one job runs at a time. */
    blocked: refusal ?? (isFree ? undefined : 'Another job is not over yet.'),
    open(plan: Plan) {
      openPlan.set(plan);
      // What was typed to make it is not dropped by this.
      void navigate(paths.plan, { state: { settled: true } });
    },
  };
}

/** Why this plan cannot be applied now, as a sentence; single lines may be refused all the same. */
export function planRefusal(plan: Pick<Plan, 'lines' | 'out'>): string | undefined {
  const most = runtimeConfig().write_rules?.changes_per_job ?? Infinity;
  const changes = changesOf(plan).length;
  if (changes <= most) return accessRefusal();
  return `A job may make at most ${count(most, 'change')} here. This plan has ${formatNumber(changes)}.`;
}

/**
 * What is typed and chosen on a page that leads to a plan. It is in memory only, until the plan is applied or the
 * session ends: who comes back from the plan finds all in its place.
 */
export function createPlanDraft<Draft extends object>(empty: Draft) {
  /** `owner`: whose it is when nobody is signed in. */
  const none: { draft: Draft; owner?: string | undefined } = { draft: empty };
  const store = createStore(none);
  const get = () => {
    const { draft, owner } = store.get();
    return owner === undefined || owner === session.account() ? draft : empty;
  };

  // Past a limit of the session it waits for whoever signs in with the same key.
  session.onEnd(() =>
    store.set(hasMetLimit() ? { ...store.get(), owner: session.account() } : none),
  );

  return {
    get,
    edit: (fields: Partial<Draft>) => store.set({ draft: { ...get(), ...fields } }),
    drop: () => store.set(none),
    use: () => useSyncExternalStore(store.subscribe, get),
  };
}
