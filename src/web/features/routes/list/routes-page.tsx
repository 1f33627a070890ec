import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { reasonOf } from '#web/api/failure-text.ts';
import { AddRoutesForm } from '#web/features/routes/list/add-routes-form.tsx';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { ListFileButtons } from '#web/features/routes/list/list-file-buttons.tsx';
import { useConfig } from '#web/api/config.ts';
import { inventoryQueries } from '#web/features/routes/queries.ts';
import { RenameDialog } from '#web/features/routes/list/rename-dialog.tsx';
import { isSameRoute, rowId } from '#web/features/routes/known-route.ts';
import { RouteList } from '#web/features/routes/list/route-list.tsx';
import type { RowDialog } from '#web/features/routes/list/route-menu.tsx';
import { ToggleDialog, ToggleRequest } from '#web/features/routes/list/toggle-dialog.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';

export function RoutesPage() {
  const { routes, saved } = useKnownRoutes();
  const inventory = useQuery(inventoryQueries.routes(useConfig()));
  const [dialog, setDialog] = useState<RowDialog>();
  const [unreadable, setUnreadable] = useState('');
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const request = z.safeParse(ToggleRequest, location.state);
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
      actions={<ListFileButtons routes={routes} onUnreadable={setUnreadable} />}
    >
      <div className={layout.stack}>
        {!saved && (
          <Notice tone="warn" role="status" title="This browser does not keep the list.">
            Its storage is full or switched off. The list lasts until this tab is closed: export it
            to keep it.
          </Notice>
        )}
        {unreadable && (
          <Notice tone="danger" role="alert" title="Not imported.">
            {unreadable}
          </Notice>
        )}
        <AddRoutesForm />
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
      {dialog?.kind === 'rename' && <RenameDialog route={dialog.route} onClose={close} />}
      {dialog?.kind === 'toggle' && (
        <ToggleDialog route={dialog.route} on={dialog.on} onClose={close} />
      )}
    </Page>
  );
}
