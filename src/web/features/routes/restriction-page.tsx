import '#web/styles/more.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isAddressable } from '#contract/endpoint.ts';
import { useConfig } from '#web/api/config.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import {
  restrictionCurl,
  restrictionQuery,
  useRestrictionRefusal,
} from '#web/features/routes/queries.ts';
import { EditorDialogs } from '#web/features/routes/editor-dialogs.tsx';
import { RestrictionForm } from '#web/features/routes/restriction-form.tsx';
import { checkOf, type RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { RestrictionSide, useFormer } from '#web/features/routes/restriction-side.tsx';
import {
  Absent,
  BadAddress,
  Failed,
  Loading,
  NoRoute,
} from '#web/features/routes/restriction-states.tsx';
import { difference, restrictionText, toRestriction } from '#web/features/routes/restriction.ts';
import { RouteState } from '#web/features/routes/route-state.tsx';
import { sharedRoutesQuery } from '#web/features/routes/shared-routes.ts';
import { routeKey, type RouteIds } from '#web/features/routes/stored-route.ts';
import { useRestrictionEditor, type Editor } from '#web/features/routes/use-restriction-editor.ts';
import { count, shorten } from '#web/lib/format.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

export function Component() {
  const { pathname } = useLocation();
  const { edgeId = '', routeId = '' } = paramsOf(paths.ipRestriction, pathname);
  if (isAddressable(edgeId) && isAddressable(routeId))
    return <EditorPage route={{ edge_id: edgeId, id: routeId }} />;
  return (
    <Page title="IP restriction" heading="IP restriction">
      <section className="card" aria-label="IP restriction">
        <BadAddress />
      </section>
    </Page>
  );
}

function EditorPage({ route }: { route: RouteIds }) {
  const { edge_id, id } = route;
  const query = useQuery(restrictionQuery(route));
  const { data: read, error } = query;
  const { isLoading: isSharedLoading } = useQuery(sharedRoutesQuery(useConfig()));
  const known = useKnownRoutes().byKey.get(routeKey(route));
  const label = nameOf(known ?? { name: id, id });
  const refusal = useRestrictionRefusal(route).replace;
  const name = <UntrustedText text={shorten(label)} />;
  const editor = useRestrictionEditor(
    route,
    (isRemoved) => (
      <>
        IP restriction {isRemoved ? 'removed from' : 'applied to'} <strong>{name}</strong>.
      </>
    ),
    read,
  );
  const { draft } = editor;
  const former = useFormer(known?.former, draft);
  const hasErrors = draft && (draft.input.error !== '' || Object.keys(draft.refused).length > 0);

  useEffect(() => {
    // Not before it is known whether it is a shared one.
    if (read && !read.missing && !isSharedLoading)
      knownRoutes().open({ edge_id, id }, checkOf(read));
  }, [read, isSharedLoading, edge_id, id]);

  const reload = () =>
    editor.confirmDiscard(() => {
      editor.clearMismatch();
      void query.refetch().then((result) => result.error ?? editor.discard());
    });

  function retry() {
    // The button goes with its card.
    document.querySelector<HTMLElement>('main h1')?.focus();
    void query.refetch();
  }

  return (
    <Page
      title={`${hasErrors ? 'Error: ' : ''}IP restriction for ${label}`}
      isStacked
      heading={<span title={label}>IP restriction for {name}</span>}
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { text: 'Routes', to: paths.routes },
            { text: shorten(label), title: `${edge_id} / ${id}` },
          ]}
        />
      }
      lead={read && !read.missing && <Lead read={read} />}
      actions={
        read &&
        !read.missing && (
          <>
            {read.restriction && <ApplyToOthers route={route} read={read} />}
            <SubmitButton
              type="button"
              variant="default"
              busy={query.isFetching && !query.isLoading}
              onClick={reload}
            >
              Reload
            </SubmitButton>
            <More route={route} editor={editor} read={read} />
          </>
        )
      }
    >
      <div className={styles.stack}>
        {read && error && (
          <Notice tone="danger" role="alert" title="Not read again." details={detailsOf(error)}>
            {reasonOf(error, 'read')} What you see was read before.
          </Notice>
        )}
        {editor.mismatch && <MismatchNotice {...editor.mismatch} />}
        {read && !read.missing && draft?.wanted ? (
          <div className={styles.two}>
            <RestrictionForm
              editor={editor}
              draft={draft}
              isFrozen={query.isFetching || editor.reading !== undefined}
              refusal={refusal}
            />
            <RestrictionSide route={route} editor={editor} draft={draft} former={former} />
          </div>
        ) : (
          <section className="card" aria-label="IP restriction" aria-busy={!read && !error}>
            {!read && (error ? <Failed error={error} onRetry={retry} /> : <Loading />)}
            {read?.missing && <NoRoute route={route} missing={read.missing} />}
            {read && !read.missing && (
              <Absent
                isRouteKnown={read.isRouteKnown}
                takesFocus={editor.isUsed}
                former={former}
                onPutBack={(of) => editor.restore(toRestriction(of))}
                onAdd={() => editor.edit({ kind: 'begin' })}
              />
            )}
          </section>
        )}
      </div>
      <EditorDialogs route={route} label={label} editor={editor} />
      <UnsavedGuard dirty={editor.dirty} />
    </Page>
  );
}

/** The last read, under the heading, whatever the form has made of it. */
function Lead({ read }: { read: RestrictionRead }) {
  const policies = read.restriction?.ip_policy_ids.length;
  return (
    <div className={styles.line}>
      <RouteState check={checkOf(read)} />
      <span className="dim">
        {policies === undefined ? 'Read' : `${count(policies, 'IP policy', 'IP policies')}, read`}{' '}
        <RelativeTime text={new Date(read.readAt).toISOString()} />
      </span>
    </div>
  );
}

/** With the IP restriction as it was read: what is still being edited is not copied. */
function ApplyToOthers({ route, read }: { route: RouteIds; read: RestrictionRead }) {
  const { restriction } = read;
  const state: CopiedRoute | null = restriction && { from: routeKey(route), restriction };
  return (
    <Button component={Link} variant="default" to={paths.applyToRoutes} state={state}>
      Apply to other routes
    </Button>
  );
}

type MoreProps = { route: RouteIds; editor: Editor; read: RestrictionRead };

function More({ route, editor: { draft }, read }: MoreProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More">
          <Ellipsis {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyMenuItem label="Copy GET as curl" text={restrictionCurl.get(route)} />
        {draft?.wanted && (
          <CopyMenuItem
            label="Copy PUT as curl"
            text={restrictionCurl.change(route, draft.wanted, read.condition)}
          />
        )}
        {read.restriction && (
          <CopyMenuItem label="Copy as JSON" text={JSON.stringify(read.restriction, null, 2)} />
        )}
        <Menu.Item component={Link} to={paths.policies}>
          IP policies
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function MismatchNotice({ sent, saved }: NonNullable<Editor['mismatch']>) {
  const { added, removed } = difference(sent, saved);
  return (
    <Notice tone="warn" role="alert" title="The service saved something different.">
      Sent: {restrictionText(sent)}. Saved: {restrictionText(saved)}.
      {removed.length > 0 && ` Not saved: ${removed.map(toSafeLine).join(', ')}.`}
      {added.length > 0 && ` Not sent: ${added.map(toSafeLine).join(', ')}.`}
    </Notice>
  );
}
