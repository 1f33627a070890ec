import Brackets from 'lucide-react/icons/brackets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useConfig } from '#web/api/config.ts';
import { planOrder } from '#web/features/routes/apply/build-plan.ts';
import { ChooseEnforcement, ChooseMode } from '#web/features/routes/apply/choose-mode.tsx';
import { ChoosePolicies, POLICIES_FIELD } from '#web/features/routes/apply/choose-policies.tsx';
import { ChooseRoutes, ROUTES_FIELD } from '#web/features/routes/apply/choose-routes.tsx';
import { ContinueBar, focusContinue } from '#web/features/routes/apply/continue-bar.tsx';
import {
  addTyped,
  draftFrom,
  edit,
  forgetPlanned,
  orderDraft,
  orderOf,
  useOrderDraft,
  type OrderDraft,
} from '#web/features/routes/apply/order-draft.ts';
import { useReadRoutes } from '#web/features/routes/apply/use-read-routes.ts';
import { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { routeIdsOf, routeKey } from '#web/features/routes/kept-route.ts';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { moduleText } from '#web/features/routes/module-read.ts';
import { inventoryQueries } from '#web/features/routes/queries.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { SharedRoutesNotice } from '#web/features/routes/shared-routes-notice.tsx';
import { jobs } from '#web/jobs/jobs.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { paths } from '#web/paths.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { ErrorSummary, type Problem } from '#web/ui/form/error-summary.tsx';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { LinkButton } from '#web/ui/parts/button.tsx';

const TITLE = 'Apply to many routes';
const NO_ROUTE = 'Select one or more routes';
const NO_POLICY = 'Enter one or more IP policy ids';

/** The first of three steps: routes and one change of them. A plan follows, then the job. */
export function ApplyPage() {
  const { routes } = useKnownRoutes();
  const inventory = useQuery(inventoryQueries.routes(useConfig()));
  const draft = useOrderDraft();
  const chosen = useSyncExternalStore(routeSelection.subscribe, routeSelection.ids);
  const plan = useOpenPlan();
  const reading = useReadRoutes();
  const [attempt, setAttempt] = useState(0);
  useBeginning();

  const targets = useMemo(
    () => routes.filter((route) => chosen.has(routeKey(route))),
    [routes, chosen],
  );
  const problems = attempt === 0 ? [] : problemsOf(draft, targets.length);
  const hasProblem = (field: string) => problems.find((problem) => problem.field === field)?.text;

  async function proceed() {
    // Ids that are still in the field were meant.
    if (draft.mode !== 'enforce' && draft.text.trim() !== '') addTyped();
    const ready = orderDraft.get();
    const found = problemsOf(ready, targets.length);
    if (found.some(({ field }) => field === POLICIES_FIELD) && ready.fieldError === '')
      edit({ fieldError: NO_POLICY });
    setAttempt(found.length > 0 ? attempt + 1 : 0);
    if (found.length > 0) return;
    // The form is still while it reads, whatever field the Enter came from.
    focusContinue();
    const read = await reading.read(targets);
    if (!read) return;
    edit({ isPlanned: true });
    plan.open(planOrder(read, orderOf(ready)));
  }

  return (
    <Page
      title={problems.length > 0 ? `Error: ${TITLE}` : TITLE}
      heading={TITLE}
      breadcrumb={<Breadcrumb crumbs={[{ text: 'Routes', to: paths.routes }, { text: TITLE }]} />}
      alert={problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      lead={<Lead draft={draft} />}
    >
      <div className={layout.stack}>
        <SharedRoutesNotice inventory={inventory} />
        {routes.length === 0 ? (
          <NoRoutes isLoading={inventory.isLoading} />
        ) : (
          <form
            className={layout.card}
            aria-label={TITLE}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!reading.busy && plan.blocked === undefined) void proceed();
            }}
          >
            <div inert={reading.busy}>
              <ChooseRoutes
                routes={routes}
                chosen={chosen}
                number={targets.length}
                error={hasProblem(ROUTES_FIELD) ?? ''}
              />
              <ChooseMode mode={draft.mode} />
              {draft.mode !== 'enforce' && <ChoosePolicies draft={draft} attempt={attempt} />}
              {(draft.mode === 'enforce' || draft.mode === 'replace') && (
                <ChooseEnforcement draft={draft} />
              )}
            </div>
            <ContinueBar reading={reading} refusal={plan.blocked} />
          </form>
        )}
      </div>
    </Page>
  );
}

function problemsOf({ mode, ids, fieldError }: OrderDraft, targets: number): Problem[] {
  const policies = mode === 'enforce' ? '' : fieldError || (ids.length === 0 ? NO_POLICY : '');
  return [
    ...(targets === 0 ? [{ text: NO_ROUTE, field: ROUTES_FIELD }] : []),
    ...(policies ? [{ text: policies, field: POLICIES_FIELD }] : []),
  ];
}

/** The editor of one route leads here with what it has, for the other routes. Else what was not applied yet stays. */
function useBeginning() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    forgetPlanned(jobs.plan() !== undefined);
    const copied = z.safeParse(CopiedRoute, location.state);
    if (!copied.success) return;
    orderDraft.set(draftFrom(copied.data));
    routeSelection.set([copied.data.from], false);
    // Taken: who comes back from the plan finds what they have chosen since.
    void navigate(location.pathname + location.search, { replace: true });
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key]);
}

function Lead({ draft: { source } }: { draft: OrderDraft }) {
  const { routes } = useKnownRoutes();
  if (!source)
    return <p className={layout.muted}>One change for many routes. You see the plan first.</p>;
  const name = routes.find((route) => routeKey(route) === source.from)?.name;
  return (
    <p className={layout.muted}>
      From <UntrustedText text={name ?? routeIdsOf(source.from).id} />: {moduleText(source.module)}.
    </p>
  );
}

const NoRoutes = ({ isLoading }: { isLoading: boolean }) => (
  <section className={layout.card} aria-label="Routes" aria-busy={isLoading}>
    {isLoading ? (
      <p className={`${layout.pad} ${layout.muted}`}>Loading shared routes…</p>
    ) : (
      <StateCard
        icon={Brackets}
        title="No routes yet"
        actions={<LinkButton to={paths.routes}>Back to routes</LinkButton>}
      >
        <p>Add routes first.</p>
      </StateCard>
    )}
  </section>
);
