import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isAddressable } from '#contract/endpoint.ts';
import { useConfig } from '#web/api/config.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { ApplyToOthers } from '#web/features/routes/apply/apply-to-others.tsx';
import { SidePanel } from '#web/features/routes/editor/changes.tsx';
import { type Difference, EditorDialogs } from '#web/features/routes/editor/dialogs.tsx';
import { begin, hasErrors, problemsOf } from '#web/features/routes/editor/editor-state.ts';
import { OffNotice } from '#web/features/routes/editor/off-notice.tsx';
import { RestrictionForm } from '#web/features/routes/editor/restriction-form.tsx';
import {
  AbsentCard,
  BadAddressCard,
  FailedCard,
  LoadingCard,
  NoRouteCard,
} from '#web/features/routes/editor/restriction-states.tsx';
import { useEditor } from '#web/features/routes/editor/use-editor.ts';
import {
  type Former,
  FORMER_KEPT_MS,
  type RouteIds,
  routeKey,
} from '#web/features/routes/kept-route.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import {
  isSameModule,
  lastCheckOf,
  moduleIn,
  type ModuleRead,
  moduleText,
} from '#web/features/routes/module-read.ts';
import {
  inventoryQueries,
  ipRestrictionCurl,
  ipRestrictionQueries,
  useModuleRefusal,
} from '#web/features/routes/queries.ts';
import { NoneBadge, OnOffBadge } from '#web/features/routes/state-badge.tsx';
import { count, shorten, shortId } from '#web/lib/format.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { JsonDialog } from '#web/ui/form/json-dialog.tsx';
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RelativeTime, useNow } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { ItemsMenu } from '#web/ui/menu/items-menu.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { icon } from '#web/ui/icon.ts';

export function IpRestrictionPage() {
  const { pathname } = useLocation();
  const { edgeId = '', routeId = '' } = paramsOf(paths.ipRestriction, pathname);
  if (isAddressable(edgeId) && isAddressable(routeId))
    return <EditorPage route={{ edge_id: edgeId, id: routeId }} />;
  return (
    <Page title="IP restriction" heading="IP restriction">
      <BadAddressCard />
    </Page>
  );
}

function EditorPage({ route }: { route: RouteIds }) {
  const { edge_id, id } = route;
  const query = useQuery(ipRestrictionQueries.of(route));
  const { data: read, error } = query;
  const refusal = useModuleRefusal(route).replace;
  const { isLoading: sharedLoading } = useQuery(inventoryQueries.routes(useConfig()));
  const known = useKnownRoutes().byKey.get(routeKey(route));
  const label = nameOf(known ?? { name: id, id });
  const editor = useEditor(route, read);
  const { state } = editor;
  const now = useNow();
  const former =
    read && known?.former && isWorthKeeping(known.former, read, now) ? known.former : undefined;
  const [difference, setDifference] = useState<Difference>();
  const [isJsonShown, setJsonShown] = useState(false);

  useEffect(() => {
    // Not before it is known whether it is a shared one.
    if (read && read.kind !== 'no-route' && !sharedLoading)
      knownRoutes().open({ edge_id, id }, lastCheckOf(read));
  }, [read, sharedLoading, edge_id, id]);

  const reload = () =>
    editor.confirmDiscard(() => {
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
  const isReadable = read !== undefined && read.kind !== 'no-route';
  function content() {
    if (read === undefined)
      return error ? <FailedCard error={error} onRetry={retry} /> : <LoadingCard />;
    if (read.kind === 'no-route') return <NoRouteCard route={route} missing={read.missing} />;
    if (state.draft === null)
      return (
        <AbsentCard
          routeExists={read.kind === 'module' || read.routeExists}
          takeFocus={editor.used}
          former={former}
          onPutBack={(kept) => editor.putBackModule(moduleIn(kept))}
          onAdd={() => editor.change(begin)}
        />
      );
    const { draft } = state;
    return (
      <>
        {draft.base && !draft.base.enabled && <OffNotice route={route} known={known} />}
        <div className={parts.two}>
          <RestrictionForm
            editor={editor}
            draft={draft}
            frozen={query.isFetching || editor.dialog?.kind === 'reading'}
            refusal={refusal}
          />
          <SidePanel route={route} editor={editor} draft={draft} read={read} earlier={former} />
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
      lead={read && <RestrictionLead read={read} />}
      actions={
        isReadable && (
          <>
            {read.module && <ApplyToOthers route={route} module={read.module} />}
            <BusyButton
              variant="default"
              busy={query.isFetching}
              leftSection={<RefreshCw {...icon} />}
              onClick={reload}
            >
              Reload
            </BusyButton>
            <ItemsMenu
              label="More"
              items={[
                { label: 'Copy GET as curl', copy: ipRestrictionCurl.get(route) },
                ...(read.module
                  ? [{ label: 'View as JSON…', onChoose: () => setJsonShown(true) }]
                  : []),
              ]}
            />
          </>
        )
      }
    >
      <div className={layout.stack}>
        {read && error && (
          <Notice tone="danger" role="alert" title="Not read again." details={detailsOf(error)}>
            {reasonOf(error)} What you see was read before.
          </Notice>
        )}
        {difference && (
          <Notice tone="warn" role="alert" title="The service saved something different.">
            Sent: {moduleText(difference.sent)}. Saved: {moduleText(difference.saved)}.{' '}
            {differenceText(difference)}
          </Notice>
        )}
        {content()}
      </div>
      <EditorDialogs route={route} label={label} editor={editor} onDifference={setDifference} />
      {isJsonShown && read?.module && (
        <JsonDialog
          title="IP restriction as JSON"
          value={read.module}
          onClose={() => setJsonShown(false)}
        />
      )}
      <UnsavedGuard dirty={editor.dirty} />
    </Page>
  );
}

/** For 30 days, and only where it is something else than what is there now. */
const isWorthKeeping = (former: Former, { module }: ModuleRead, now: number) =>
  now - former.at < FORMER_KEPT_MS && !isSameModule(moduleIn(former), module);

function differenceText({ sent, saved }: Difference): string {
  const missing = sent.ip_policy_ids.filter((id) => !saved.ip_policy_ids.includes(id));
  const extra = saved.ip_policy_ids.filter((id) => !sent.ip_policy_ids.includes(id));
  return [
    ...(missing.length > 0 ? [`Not saved: ${missing.map(toSafeLine).join(', ')}.`] : []),
    ...(extra.length > 0 ? [`Not sent: ${extra.map(toSafeLine).join(', ')}.`] : []),
  ].join(' ');
}

/** What the service said last, under the heading: not what the form has made of it. */
function RestrictionLead({ read }: { read: ModuleRead }) {
  if (read.kind === 'no-route') return null;
  const { module } = read;
  const policies = module && count(module.ip_policy_ids.length, 'IP policy', 'IP policies');
  return (
    <p className={layout.row}>
      {module ? (
        <OnOffBadge module={module} on="Restriction on" off="Restriction off" />
      ) : (
        <NoneBadge text="No restriction" />
      )}
      <span className={layout.muted}>
        {policies ? `${policies}, read` : 'Read'}{' '}
        <RelativeTime text={new Date(read.read_at).toISOString()} />
      </span>
    </p>
  );
}
