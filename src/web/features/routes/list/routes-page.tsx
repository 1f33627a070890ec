import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useConfig } from '#web/api/config.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { staleAmong } from '#web/features/routes/list/board.ts';
import { CountLine } from '#web/features/routes/list/count-line.tsx';
import { MoreMenu } from '#web/features/routes/list/more-menu.tsx';
import { RenameDialog } from '#web/features/routes/list/rename-dialog.tsx';
import { RouteList } from '#web/features/routes/list/route-list.tsx';
import type { RowDialog } from '#web/features/routes/list/route-menu-panel.tsx';
import { ToggleDialog, ToggleRequest } from '#web/features/routes/list/toggle-dialog.tsx';
import { useBoardView } from '#web/features/routes/list/use-board-view.ts';
import { useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import { inventoryQueries } from '#web/features/routes/queries.ts';
import { SharedRoutesNotice } from '#web/features/routes/shared-routes-notice.tsx';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { JsonDialog } from '#web/ui/form/json-dialog.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './board.module.css';

const adding = new LazyChunk(() => import('#web/features/routes/add/add-routes-dialog.tsx'));
const AddRoutesDialog = late(adding, (parts) => parts.AddRoutesDialog, ChunkErrorDialog);

export function RoutesPage() {
  const { routes, byKey, saved } = useKnownRoutes();
  const inventory = useQuery(inventoryQueries.routes(useConfig()));
  const [dialog, setDialog] = useState<RowDialog | { kind: 'add' }>();
  const view = useBoardView(routes);
  const now = useNow();
  const stale = useMemo(() => staleAmong(routes, now), [routes, now]);
  const checks = useCheckAll(stale, !inventory.isLoading);
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const request = z.safeParse(ToggleRequest, location.state);
    if (!request.success) return;
    const { on, ...ids } = request.data.toggle;
    const route = byKey.get(routeKey(ids));
    // The receipt's button is gone by now.
    if (route) setDialog({ kind: 'toggle', route, on });
    // Taken: a reload of the page must not ask again.
    void navigate(location.pathname + location.search, { replace: true });
    // Once for each navigation, not for each change of the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key]);

  const close = () => setDialog(undefined);
  const isEmpty = routes.length === 0 && !inventory.isLoading;
  const addButton = (
    <Button {...adding.intent} className={styles.add} onClick={() => setDialog({ kind: 'add' })}>
      Add routes…
    </Button>
  );
  return (
    <Page
      title="Routes"
      heading="Routes"
      lead={routes.length > 0 && <CountLine routes={routes} shown={view.shown} checks={checks} />}
      actions={
        <>
          {!isEmpty && addButton}
          <MoreMenu all={routes} shown={view.shown} />
        </>
      }
    >
      <div className={layout.stack}>
        {!saved && (
          <Notice tone="warn" role="status" title="This browser cannot keep the list.">
            Its storage is full or blocked. Export the list before you close this tab.
          </Notice>
        )}
        <SharedRoutesNotice inventory={inventory} />
        <RouteList
          routes={routes}
          view={view}
          stale={stale}
          checks={checks}
          loading={inventory.isLoading}
          addButton={addButton}
          onDialog={setDialog}
        />
      </div>
      {dialog?.kind === 'add' && <AddRoutesDialog onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDialog route={dialog.route} onClose={close} />}
      {dialog?.kind === 'json' && (
        <JsonDialog title="IP restriction as JSON" value={dialog.module} onClose={close} />
      )}
      {dialog?.kind === 'toggle' && (
        <ToggleDialog route={dialog.route} on={dialog.on} onClose={close} />
      )}
    </Page>
  );
}
