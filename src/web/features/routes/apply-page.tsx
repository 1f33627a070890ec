import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Brackets from 'lucide-react/icons/brackets';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useConfig } from '#web/api/config.ts';
import {
  applyDraft,
  draftFrom,
  emptyDraft,
  orderOf,
  useApplyDraft,
  type ApplyDraft,
} from '#web/features/routes/apply-draft.ts';
import { planOrder } from '#web/features/routes/build-plan.ts';
import { ChooseMode, ChooseState } from '#web/features/routes/choose-change.tsx';
import { ChooseRoutes, ROUTES_FIELD } from '#web/features/routes/choose-routes.tsx';
import { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { isPending, takePolicies } from '#web/features/routes/policy-lines.ts';
import { PolicyList } from '#web/features/routes/policy-list.tsx';
import { restrictionText } from '#web/features/routes/restriction.ts';
import { routeSelection, useSelectedKeys } from '#web/features/routes/selection.ts';
import { sharedRoutesQuery } from '#web/features/routes/shared-routes.ts';
import { routeIdsOf, routeKey } from '#web/features/routes/stored-route.ts';
import { useReadRoutes } from '#web/features/routes/use-reading.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './apply.module.css';

const TITLE = 'Apply to many routes';
const POLICIES_FIELD = 'apply-policies';
const CONTINUE = 'apply-continue';
const focusOn = (id: string) => document.getElementById(id)?.focus();

/** The first of three steps: routes and one change of them. A plan follows, then the job. */
export function Component() {
  const { routes } = useKnownRoutes();
  const inventory = useQuery(sharedRoutesQuery(useConfig()));
  const policies = useKnownPolicies();
  const draft = useApplyDraft();
  const chosen = useSelectedKeys();
  const plan = useOpenPlan();
  const reading = useReadRoutes();
  const [isTried, setTried] = useState(false);
  useBeginning();

  const { mode, ids, input } = draft;
  const targets = useMemo(
    () => routes.filter((route) => chosen.has(routeKey(route))),
    [routes, chosen],
  );
  const routesError = isTried && targets.length === 0 ? 'Select one or more routes' : '';
  const hasErrors = routesError !== '' || input.error !== '';

  async function proceed() {
    // Policies that are still in the field were meant.
    if (mode !== 'enforce' && input.text.trim() !== '') {
      const taken = takePolicies(input.text, policies);
      applyDraft.edit({ ids: [...new Set([...ids, ...taken.ids])], input: taken.input });
    }
    const ready = applyDraft.get();
    const needsPolicies = mode !== 'enforce' && ready.ids.length === 0;
    const isOpen = mode !== 'enforce' && isPending(ready.input);
    if (needsPolicies && !isOpen)
      applyDraft.edit({ input: { ...ready.input, error: 'Enter one or more IP policies' } });
    setTried(true);
    if (targets.length === 0) return focusOn(ROUTES_FIELD);
    if (needsPolicies || isOpen) return focusOn(POLICIES_FIELD);
    // The form cannot be used while it reads, whatever field the Enter came from.
    focusOn(CONTINUE);
    const read = await reading.read(targets);
    if (!read) return;
    applyDraft.edit({ isPlanned: true });
    plan.open(planOrder(read, orderOf(ready)));
  }

  return (
    <Page
      title={hasErrors ? `Error: ${TITLE}` : TITLE}
      heading={TITLE}
      breadcrumb={<Breadcrumb crumbs={[{ text: 'Routes', to: paths.routes }, { text: TITLE }]} />}
      lead={<Lead {...draft} />}
    >
      {routes.length === 0 ? (
        <section className="card" aria-label="Routes" aria-busy={inventory.isLoading}>
          {inventory.isLoading ? (
            <p className={styles.part}>Loading shared routes…</p>
          ) : (
            <NoRoutes />
          )}
        </section>
      ) : (
        <form
          className="card"
          aria-label={TITLE}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!reading.isBusy && plan.blocked === undefined) void proceed();
          }}
        >
          <div inert={reading.isBusy}>
            <ChooseRoutes
              routes={routes}
              chosen={chosen}
              number={targets.length}
              error={routesError}
            />
            <ChooseMode mode={mode} />
            {mode !== 'enforce' && (
              <fieldset className={styles.part}>
                <legend>Which policies</legend>
                <PolicyField
                  id={POLICIES_FIELD}
                  chosen={ids}
                  input={input}
                  onInput={(next) => applyDraft.edit({ input: next })}
                  onAdd={(added) => applyDraft.edit({ ids: [...ids, ...added] })}
                />
                <PolicyList
                  rows={ids.map((id) => ({ id, status: 'kept' }))}
                  fieldId={POLICIES_FIELD}
                  onRemove={(gone) =>
                    applyDraft.edit({ ids: ids.filter((id) => !gone.includes(id)) })
                  }
                />
              </fieldset>
            )}
            {(mode === 'enforce' || mode === 'replace') && <ChooseState {...draft} />}
          </div>
          {!reading.end.isComplete && (
            <Notice tone="danger" role="alert" title="The plan is not ready.">
              {reading.end.text} Press Continue to read the rest.
            </Notice>
          )}
          <div className={styles.buttons}>
            <SubmitButton id={CONTINUE} busy={reading.isBusy} refusal={plan.blocked}>
              Continue
            </SubmitButton>
            {reading.isBusy ? (
              <Button
                variant="default"
                onClick={() => {
                  // This button goes with the reading.
                  focusOn(CONTINUE);
                  reading.cancel();
                }}
              >
                Cancel reading
              </Button>
            ) : (
              <Button component={Link} variant="default" to={paths.routes}>
                Back to routes
              </Button>
            )}
            <span className="dim numbers">
              {reading.progress || 'Next: the plan. Nothing changes until you apply it.'}
            </span>
          </div>
        </form>
      )}
    </Page>
  );
}

/** The editor of one route leads here with its IP restriction, for the other routes. Else what was not applied stays. */
function useBeginning() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (applyDraft.get().isPlanned && jobs.plan() === undefined) applyDraft.set(emptyDraft);
    const copied = z.safeParse(CopiedRoute, location.state);
    if (!copied.success) return;
    applyDraft.set(draftFrom(copied.data));
    routeSelection.set([copied.data.from], false);
    // Taken: who comes back from the plan finds what they have chosen since.
    void navigate(location.pathname + location.search, { replace: true });
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key]);
}

function Lead({ source }: ApplyDraft) {
  if (!source) return <p className="dim">One change for many routes. You see the plan first.</p>;
  const ids = routeIdsOf(source.from);
  return (
    <p className="dim">
      From <UntrustedText text={knownRoutes().find(ids)?.name ?? ids.id} />:{' '}
      {restrictionText(source.restriction)}.
    </p>
  );
}

const NoRoutes = () => (
  <StateCard
    icon={Brackets}
    title="No routes yet"
    actions={
      <Button component={Link} to={paths.routes}>
        Back to routes
      </Button>
    }
  >
    <p>Add routes first.</p>
  </StateCard>
);
