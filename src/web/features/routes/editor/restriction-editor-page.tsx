import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { begin, hasErrors, problemsOf } from '#web/features/routes/editor/editor-state.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { moduleWords } from '#web/features/routes/editor/module-draft.ts';
import { seenOf, type Module } from '#web/features/routes/module-reading.ts';
import { useConfig } from '#web/api/config.ts';
import { inventoryQueries, ipRestrictionQueries } from '#web/features/routes/queries.ts';
import { RestrictionDialogs } from '#web/features/routes/editor/restriction-dialogs.tsx';
import { RestrictionForm } from '#web/features/routes/editor/restriction-form.tsx';
import { RestrictionLead } from '#web/features/routes/editor/restriction-lead.tsx';
import { RestrictionSide } from '#web/features/routes/editor/restriction-side.tsx';
import {
  AbsentCard,
  FailedCard,
  LoadingCard,
  NoRouteCard,
} from '#web/features/routes/editor/restriction-states.tsx';
import { isSameRoute, type RouteIds } from '#web/features/routes/route-address.ts';
import { useRestoreRequest } from '#web/features/routes/editor/use-restore-request.ts';
import { useRestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { paths } from '#web/paths.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten, shortId } from '#web/lib/format.ts';
import { toSafeLine, nameOf } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx';

export function RestrictionEditorPage({ route }: { route: RouteIds }) {
  const { edge_id, id } = route;
  const query = useQuery(ipRestrictionQueries.of(route));
  const { data: reading, error } = query;
  const { isLoading: sharedLoading } = useQuery(inventoryQueries.routes(useConfig()));
  const known = useKnownRoutes().routes.find((other) => isSameRoute(other, route));
  const label = nameOf(known ?? { name: id, id });
  const editor = useRestrictionEditor(route, reading);
  const { state } = editor;
  const [difference, setDifference] = useState<{ sent: Module; kept: Module }>();

  useEffect(() => {
    // Not before it is known whether it is a shared one.
    if (reading && reading.kind !== 'no-route' && !sharedLoading)
      knownRoutes().open({ edge_id, id }, seenOf(reading));
  }, [reading, sharedLoading, edge_id, id]);
  useRestoreRequest(reading !== undefined, editor.restore);

  const reload = () =>
    editor.unlessDirty(() => {
      setDifference(undefined);
      void query.refetch().then((result) => !result.error && editor.discard());
    });

  function retry() {
    // The card goes with its error, and its button with it.
    document.querySelector<HTMLElement>('main h1')?.focus();
    void query.refetch();
  }

  const problems = problemsOf(state);
  const errorPrefix = hasErrors(state) ? 'Error: ' : '';
  const isReadable = reading !== undefined && reading.kind !== 'no-route';
  function content() {
    if (reading === undefined)
      return error ? <FailedCard error={error} onRetry={retry} /> : <LoadingCard />;
    if (reading.kind === 'no-route') return <NoRouteCard route={route} missing={reading.missing} />;
    if (state.draft === null)
      return (
        <AbsentCard
          routeExists={reading.kind === 'module' || reading.routeExists}
          takeFocus={editor.used}
          onAdd={() => editor.change(begin)}
        />
      );
    const { draft } = state;
    return (
      <>
        {draft.base && !draft.base.enabled && (
          <Notice tone="neutral">The list is kept but not applied to traffic.</Notice>
        )}
        <div className={layout.two}>
          <RestrictionForm
            editor={editor}
            draft={draft}
            frozen={query.isFetching || editor.step?.kind === 'reading'}
          />
          <RestrictionSide route={route} editor={editor} draft={draft} reading={reading} />
        </div>
      </>
    );
  }

  return (
    <Page
      title={`${errorPrefix}IP restriction for ${label}`}
      heading={
        <span title={label}>
          IP restriction for <UntrustedText text={shorten(label)} />
        </span>
      }
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { text: 'Routes', to: paths.routes },
            { text: shortId(edge_id), mono: true, title: edge_id },
            { text: shortId(id), mono: true, title: id },
            { text: 'IP restriction' },
          ]}
        />
      }
      alert={problems.length > 0 && <ErrorSummary problems={problems} attempt={state.attempt} />}
      lead={reading && <RestrictionLead reading={reading} />}
      actions={
        isReadable && (
          <>
            <CopyTextButton
              curl
              label="Copy as curl"
              text={curlOf(ipRestrictionEndpoints.get, { params: { edge_id, id } })}
            />
            <BusyButton
              variant="default"
              busy={query.isFetching}
              leftSection={<RefreshCw {...icon} />}
              onClick={reload}
            >
              Reload
            </BusyButton>
          </>
        )
      }
    >
      <div className={layout.stack}>
        {reading && error && (
          <Notice tone="danger" role="alert" title="Not read again.">
            {reasonOf(error)} What you see was read before.
          </Notice>
        )}
        {difference && (
          <Notice tone="warn" role="alert" title="The service kept something else than was sent.">
            Sent: {moduleWords(difference.sent)}. Kept: {moduleWords(difference.kept)}.{' '}
            {differenceText(difference)}
          </Notice>
        )}
        {content()}
      </div>
      <RestrictionDialogs
        route={route}
        label={label}
        editor={editor}
        onDifference={setDifference}
      />
      <UnsavedGuard dirty={editor.dirty} />
    </Page>
  );
}

function differenceText({ sent, kept }: { sent: Module; kept: Module }): string {
  const missing = sent.ids.filter((id) => !kept.ids.includes(id));
  const extra = kept.ids.filter((id) => !sent.ids.includes(id));
  return [
    ...(missing.length > 0 ? [`Not kept: ${missing.map(toSafeLine).join(', ')}.`] : []),
    ...(extra.length > 0 ? [`Not sent: ${extra.map(toSafeLine).join(', ')}.`] : []),
  ].join(' ');
}
