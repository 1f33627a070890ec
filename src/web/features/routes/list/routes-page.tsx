import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { downloadListFile } from '#web/features/routes/add/list-file.ts';
import {
  isSameRoute,
  type KnownRoute,
  knownRoutes,
  useKnownRoutes,
} from '#web/features/routes/known-routes.ts';
import { RouteList } from '#web/features/routes/list/route-list.tsx';
import type { RowDialog } from '#web/features/routes/list/route-menu-panel.tsx';
import { ToggleDialog, ToggleRequest } from '#web/features/routes/list/toggle-dialog.tsx';
import { inventoryQueries } from '#web/features/routes/queries.ts';
import { count, shorten } from '#web/lib/format.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { nameOf } from '#web/ui/table/labels.ts';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';

const addRoutes = new LazyChunk(
  async () => await import('#web/features/routes/add/add-routes-dialog.tsx'),
);
const AddRoutes = late(addRoutes, (parts) => parts.AddRoutesDialog, ChunkErrorDialog);

export function RoutesPage() {
  const { routes, saved } = useKnownRoutes();
  const config = useConfig();
  const { service_host } = config;
  const inventory = useQuery(inventoryQueries.routes(config));
  const [dialog, setDialog] = useState<RowDialog>();
  const [isAdding, setAdding] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const request = z.safeParse(ToggleRequest(), location.state);
    if (!request.success) return;
    const { on, ...ids } = request.data.toggle;
    const route = routes.find((known) => isSameRoute(known, ids));
    // The receipt's button is gone by now.
    if (route) setDialog({ kind: 'toggle', route, on });
    // Taken: a reload of the page must not ask again.
    void navigate(location.pathname + location.search, { replace: true });
    // Once for each navigation, not for each change of the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key]);

  const close = () => setDialog(undefined);
  return (
    <Page
      title="Routes"
      heading="Routes"
      lead={
        <p className={layout.muted}>
          {count(routes.length, 'route')} known to this browser. The service has no list of routes,
          so add the ones you look after.
        </p>
      }
      actions={
        <>
          {routes.length > 0 && (
            <Button variant="default" onClick={() => downloadListFile(routes, service_host)}>
              Export list
            </Button>
          )}
          <Button {...addRoutes.intent} onClick={() => setAdding(true)}>
            Add routes…
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        {!saved && (
          <Notice tone="warn" role="status" title="This browser does not keep the list.">
            Its storage is full or switched off. The list lasts until this tab is closed: export it
            to keep it.
          </Notice>
        )}
        {inventory.error && (
          <Notice
            tone="danger"
            role="alert"
            title="Shared routes could not be loaded."
            actions={
              <Button size="xs" variant="default" onClick={() => void inventory.refetch()}>
                Try again
              </Button>
            }
          >
            {reasonOf(inventory.error, 'read')}
          </Notice>
        )}
        <RouteList routes={routes} loading={inventory.isLoading} onDialog={setDialog} />
      </div>
      {isAdding && <AddRoutes onClose={() => setAdding(false)} />}
      {dialog?.kind === 'rename' && <RenameDialog route={dialog.route} onClose={close} />}
      {dialog?.kind === 'toggle' && (
        <ToggleDialog route={dialog.route} on={dialog.on} onClose={close} />
      )}
    </Page>
  );
}

/** The label lives on this device: the service has none for a route. */
function RenameDialog({ route, onClose }: { route: KnownRoute; onClose: () => void }) {
  const [label, setLabel] = useState(route.label);
  const receipt = useReceipt();
  const name = shorten(nameOf(route));

  function rename() {
    const previous = route.label;
    const next = label.trim();
    onClose();
    if (next === previous) return;
    knownRoutes().rename(route, next);
    receipt({
      text: (
        <>
          <strong>
            <UntrustedText text={name} />
          </strong>{' '}
          {next === '' ? 'has no label of its own now.' : 'is now called '}
          {next && <UntrustedText text={shorten(next)} />}
          {next && '.'}
        </>
      ),
      undo: () => knownRoutes().rename(route, previous),
    });
  }

  return (
    <FormDialog
      title={
        <>
          Rename <UntrustedText text={name} />
        </>
      }
      onClose={onClose}
      submitLabel="Rename route"
      onSubmit={rename}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={`Seen in this browser only. Left empty, ${route.shared ? 'the shared label' : 'the route’s id'} stands.`}
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
