import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { routeKey } from '#bulk/route-ids.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { applyDraft, useSource, type ApplyDraft } from '#web/features/routes/apply-draft.ts';
import { planOrder, type Mode } from '#web/features/routes/build-plan.ts';
import { ChooseRoutes, ROUTES_FIELD } from '#web/features/routes/choose-routes.tsx';
import { useRoutes } from '#web/features/routes/known-routes.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { isPending, takeInput } from '#web/features/routes/policy-lines.ts';
import { PolicyList } from '#web/features/routes/policy-list.tsx';
import { onOff } from '#web/features/routes/restriction-words.ts';
import { selection } from '#web/features/routes/selection.ts';
import { useReading } from '#web/features/routes/use-reading.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Card } from '#web/ui/card.tsx';
import { focusOn } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Segments } from '#web/ui/segments.tsx';
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
        <ReadFailed title="Shared routes could not be loaded." error={error} onRetry={refetch} />
        <ReadFailed
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

const MODES: ReadonlyArray<{ value: Mode; text: string; hint: string }> = [
  {
    value: 'add',
    text: 'Add these policies',
    hint: 'Existing policies stay. Routes without an IP restriction get one, turned on.',
  },
  { value: 'remove', text: 'Remove these policies', hint: 'Everything else stays.' },
  {
    value: 'replace',
    text: 'Replace with these',
    hint: 'Each route gets exactly these, and stays on or off. The plan shows what each one loses.',
  },
  { value: 'enforce', text: 'Only turn on or off', hint: 'The policies stay as they are.' },
];

const ON_OFF = [
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
];

function ChooseChange({ mode, enabled, input }: ApplyDraft) {
  return (
    <Card title="What to do">
      <Radio.Group
        label="What to do"
        labelProps={{ className: 'visually-hidden' }}
        value={mode}
        onChange={(next) => applyDraft.edit({ mode: next, input: { ...input, error: '' } })}
      >
        <Stack gap="sm">
          {MODES.map(({ value, text, hint }) => (
            // Without the description, which is part of Mantine's label.
            <Radio key={value} value={value} aria-label={text} label={text} description={hint} />
          ))}
        </Stack>
      </Radio.Group>
      {mode === 'enforce' && (
        <Group gap="xs">
          <span aria-hidden>IP restriction</span>
          <Segments
            legend="IP restriction"
            value={onOff(enabled)}
            options={ON_OFF}
            onChange={(next) => applyDraft.edit({ enabled: next === 'on' })}
          />
        </Group>
      )}
    </Card>
  );
}
