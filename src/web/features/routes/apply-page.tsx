import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { applyDraft, emptyDraft, sourceIn } from '#web/features/routes/apply-draft.ts';
import { planOrder } from '#web/features/routes/build-plan.ts';
import { ChooseChange } from '#web/features/routes/choose-change.tsx';
import { ChooseRoutes, ROUTES_FIELD } from '#web/features/routes/choose-routes.tsx';
import { useRoutes } from '#web/features/routes/known-routes.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { isPending, takeInput } from '#web/features/routes/policy-lines.ts';
import { PolicyList } from '#web/features/routes/policy-list.tsx';
import { restrictionQuery } from '#web/features/routes/queries.ts';
import { ReadError } from '#web/features/routes/read-error.tsx';
import { selection } from '#web/features/routes/selection.ts';
import { useReading } from '#web/features/routes/use-reading.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusOn } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useUnloadWarning } from '#web/ui/unsaved-guard.tsx';

const TITLE = 'Apply to many routes';
const POLICIES_FIELD = 'apply-policies';
const CONTINUE = 'apply-continue';

/** The job takes the place of what was chosen for it. */
function onApplied() {
  applyDraft.drop();
  selection.clear();
}

/** The first of three steps: routes and one change of them. A plan follows, then the job. */
export function Component() {
  const { routes, isLoading, error, refetch } = useRoutes();
  const policies = useKnownPolicies();
  const draft = applyDraft.use();
  const chosen = selection.useIds();
  const plan = useOpenPlan();
  const reading = useReading();
  const [isTried, setTried] = useState(false);
  const copied = useSource();

  const { mode, ids, input } = draft;
  const isOfPolicies = mode !== 'enforce';
  const targets = routes.filter((route) => chosen.has(routeKey(route)));
  const routesError = isTried && targets.length === 0 ? 'Select one or more routes' : '';
  const isNone = isTried && isOfPolicies && ids.length === 0 && !isPending(input);
  const policiesError = isNone ? 'Enter one or more IP policies' : input.error;
  const isBusy = reading.isBusy || copied.isLoading;
  useUnloadWarning(ids.length > 0 || isPending(input));
  const hasErrors = routesError !== '' || policiesError !== '';

  const setIds = (next: readonly string[]) => applyDraft.edit({ ids: next });

  async function proceed() {
    // Policies that are still in the field were meant.
    const typed = isOfPolicies ? takeInput(input, policies) : { ids: [], input };
    const order = { ...draft, ids: [...new Set([...ids, ...typed.ids])], input: typed.input };
    applyDraft.edit(order);
    setTried(true);
    if (targets.length === 0) return focusOn(ROUTES_FIELD);
    if (isOfPolicies && (order.ids.length === 0 || isPending(order.input)))
      return focusOn(POLICIES_FIELD);
    // The form cannot be used while it reads, whatever field the Enter came from.
    focusOn(CONTINUE);
    const { results, isComplete } = await reading.read(targets);
    if (isComplete) plan.open({ ...planOrder(results, order), onApplied });
  }

  return (
    <Page
      title={hasErrors ? `Error: ${TITLE}` : TITLE}
      heading={TITLE}
      breadcrumb={<Breadcrumb parent={{ text: 'Routes', to: paths.routes }} text={TITLE} />}
      lead={<p className="dim">One change for many routes. You see the plan first.</p>}
    >
      <Stack gap="lg">
        <ReadError title="Shared routes could not be loaded" error={error} onRetry={refetch} />
        <ReadError
          title="The IP restriction for the others could not be read."
          error={copied.error}
          onRetry={copied.refetch}
        />
        {routes.length === 0 && !error && (
          <p>{isLoading ? 'Loading shared routes…' : 'No routes yet. Add routes first.'}</p>
        )}
        {routes.length > 0 && (
          <form
            aria-label={TITLE}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void proceed();
            }}
          >
            <Stack gap="lg">
              <Stack gap="lg" inert={isBusy}>
                <ChooseRoutes number={targets.length} error={routesError} />
                <ChooseChange {...draft} />
                {isOfPolicies && (
                  <Card title="Which policies">
                    <PolicyField
                      id={POLICIES_FIELD}
                      chosen={ids}
                      onChosen={setIds}
                      input={{ ...input, error: policiesError }}
                      onInput={(next) => applyDraft.edit({ input: next })}
                    />
                    <PolicyList
                      rows={ids.map((id) => ({ id, status: 'kept' }))}
                      fieldId={POLICIES_FIELD}
                      onChosen={setIds}
                    />
                  </Card>
                )}
              </Stack>
              {reading.end?.isComplete === false && (
                <Notice tone="danger" title="The plan is not ready.">
                  {reading.end.text} Press Continue to start again.
                </Notice>
              )}
              <Group gap="xs" className="buttons">
                <SubmitButton id={CONTINUE} busy={isBusy} refusal={plan.blocked}>
                  Continue
                </SubmitButton>
                {reading.isBusy ? (
                  <Button onClick={reading.cancel}>Cancel reading</Button>
                ) : (
                  <Button component={Link} to={paths.routes}>
                    Back to routes
                  </Button>
                )}
                <span className="dim numbers">
                  {reading.progress || 'Next: the plan. Nothing changes until you apply it.'}
                </span>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Page>
  );
}

/** The address may name a route whose IP restriction is for the others. Else what was not applied stays. */
function useSource() {
  const navigate = useNavigate();
  const source = sourceIn(useLocation().search);
  const read = useQuery({
    ...restrictionQuery(source ?? { edge_id: '', id: '' }),
    enabled: source !== undefined,
  });
  const begin = useEffectEvent(({ restriction }: RestrictionRead) => {
    if (!source) return;
    // Whoever comes back from the plan finds what they have chosen since.
    void navigate(paths.applyToRoutes, { replace: true });
    if (!restriction) return notify({ text: 'That route has no IP restriction.', isFailure: true });
    const before = applyDraft.get();
    if (before.ids.length > 0 || isPending(before.input)) {
      const undo = () => applyDraft.edit(before);
      notify({ text: 'What you had begun here is replaced.', undo });
    }
    applyDraft.edit({ ...emptyDraft, mode: 'replace', ids: restriction.ip_policy_ids });
    selection.remove([routeKey(source)]);
  });
  const { data, isLoading, error, refetch } = read;
  useEffect(() => {
    if (data) begin(data);
  }, [data]);
  return { isLoading, error, refetch };
}
