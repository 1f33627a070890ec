import { ActionIcon, Button, Group, Menu, Skeleton, Stack } from '@mantine/core';
import Brackets from 'lucide-react/icons/brackets';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { RouteIds, routeKey } from '#bulk/route-ids.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { applyPath } from '#web/features/routes/apply-draft.ts';
import { EditorDialogs } from '#web/features/routes/editor-dialogs.tsx';
import { knownRoutes, useRoutes } from '#web/features/routes/known-routes.ts';
import { checkOf, restrictionCurl } from '#web/features/routes/queries.ts';
import { policyRowsOf } from '#web/features/routes/restriction-draft.ts';
import { RestrictionForm, RestrictionSide } from '#web/features/routes/restriction-form.tsx';
import { restrictionText } from '#web/features/routes/restriction-words.ts';
import { RouteState } from '#web/features/routes/route-state.tsx';
import { lastOpened } from '#web/features/routes/selection.ts';
import { useRestrictionEditor, type Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { count, shorten } from '#web/lib/format.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { CopyMenuItem } from '#web/ui/anchored-menu.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Columns } from '#web/ui/card.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/page.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

export function Component() {
  const { pathname } = useLocation();
  const route = RouteIds.safeParse(paramsOf(paths.ipRestriction, pathname)).data;
  if (route) return <EditorPage route={route} />;
  return (
    <Page title="IP restriction">
      <NoRoute />
    </Page>
  );
}

function EditorPage({ route }: { route: RouteIds }) {
  const { edge_id, id } = route;
  const { isLoading: isSharedLoading } = useRoutes();
  const editor = useRestrictionEditor(route);
  const { label, draft } = editor;
  const { data: read, error, isFetching, isLoading } = editor.query;
  const hasErrors = draft && (draft.input.error || policyRowsOf(draft).some((row) => row.error));
  const exists = read && !read.missing;

  useEffect(() => lastOpened.set(routeKey({ edge_id, id })), [edge_id, id]);
  useEffect(() => {
    // It has to be known first whether the route is a shared one.
    if (exists && !isSharedLoading) knownRoutes().open({ edge_id, id }, checkOf(read));
  }, [exists, read, isSharedLoading, edge_id, id]);

  return (
    <Page
      title={`${hasErrors ? 'Error: ' : ''}IP restriction for ${label}`}
      heading={
        <span title={label}>
          IP restriction for <UntrustedText text={shorten(label)} />
        </span>
      }
      breadcrumb={
        <Breadcrumb
          parent={{ text: 'Routes', to: paths.routes }}
          text={shorten(label)}
          title={`${edge_id} / ${id}`}
        />
      }
      // One line from the start, so that nothing moves when the route has been read.
      lead={
        read || error ? (
          exists && !editor.write.isUnsure && <Lead read={read} />
        ) : (
          <p className="dim">Reading the IP restriction…</p>
        )
      }
      actions={
        exists && (
          <>
            {read.restriction && (
              <Button component={Link} to={applyPath(route)}>
                Apply to other routes
              </Button>
            )}
            <SubmitButton variant="default" busy={isFetching && !isLoading} onClick={editor.reload}>
              Reload
            </SubmitButton>
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
                    text={restrictionCurl.replace(route, draft.wanted, read.condition)}
                  />
                )}
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
    >
      <Stack gap="lg">
        <ReadFailed
          title="The IP restriction could not be read."
          error={error}
          onRetry={editor.reload}
        />
        {exists && draft?.wanted ? (
          <Columns>
            <RestrictionForm editor={editor} draft={draft} />
            <RestrictionSide editor={editor} draft={draft} />
          </Columns>
        ) : (
          (read || !error) && (
            <section className="card" aria-label="IP restriction" aria-busy={!read}>
              {!read && (
                <Stack p="lg" mih="16rem">
                  <Skeleton h={14} w="60%" />
                  <Skeleton h={14} w="90%" />
                </Stack>
              )}
              {read?.missing && <NoRoute />}
              {exists && <Absent editor={editor} isRouteKnown={read.isRouteKnown} />}
            </section>
          )
        )}
      </Stack>
      <EditorDialogs editor={editor} />
      <UnsavedGuard dirty={editor.dirty} isSending={editor.write.isBusy} />
    </Page>
  );
}

/** The last read, under the heading, whatever the form has made of it. */
function Lead({ read }: { read: RestrictionRead }) {
  const policies = read.restriction?.ip_policy_ids.length;
  return (
    <Group gap="xs">
      <RouteState check={checkOf(read)} />
      <span className="dim">
        {policies === undefined ? 'Read' : `${count(policies, 'IP policy', 'IP policies')}, read`}{' '}
        <RelativeTime text={new Date(read.readAt).toISOString()} />
      </span>
    </Group>
  );
}

type AbsentProps = { editor: Editor; isRouteKnown: boolean };

/** In place of the form. */
const Absent = ({ editor: { former, restoreFormer, add }, isRouteKnown }: AbsentProps) => (
  <StateCard
    icon={Brackets}
    title="No IP restriction on this route"
    actions={
      <>
        {former && (
          <Button variant="filled" onClick={restoreFormer}>
            Put back {count(former.ip_policy_ids.length, 'policy', 'policies')}
          </Button>
        )}
        <Button variant={former ? 'default' : 'filled'} onClick={add}>
          Add IP restriction
        </Button>
      </>
    }
  >
    <p>
      {isRouteKnown
        ? 'No IP address is checked here. Add an IP restriction to check addresses against IP policies.'
        : 'No IP address is checked here, or the route does not exist: the service answers both alike.'}
    </p>
    {former && (
      <p>
        Removed <RelativeTime text={new Date(former.at).toISOString()} />: {restrictionText(former)}
        .
      </p>
    )}
  </StateCard>
);

const NoRoute = () => (
  <StateCard
    icon={FileQuestionMark}
    trouble
    title="This route does not exist"
    actions={
      <Button component={Link} to={paths.routes}>
        Back to routes
      </Button>
    }
  >
    <p>Check the edge and the route in the address.</p>
  </StateCard>
);
