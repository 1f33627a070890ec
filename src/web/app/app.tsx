import * as z from 'zod/mini';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useSyncExternalStore } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { ConfigContext } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { routes } from '#web/app/routes.tsx';
import { ThemeProvider } from '#web/ui/theme/theme-provider.tsx';
import { readKept, tabStorage } from '#web/lib/device-storage.ts';
import { paths } from '#web/paths.ts';
import { AnnouncerProvider } from '#web/ui/feedback/announcer.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

/** React Router trusts what it finds as the scroll positions, which another app of this origin may have written. */
export function createRouter(pages: RouteObject[]) {
  readKept(tabStorage, 'react-router-scroll-positions', z.record(z.string(), z.number()));
  return createBrowserRouter(pages);
}

const router = createRouter(routes);
const queryClient = createQueryClient();

session.onEnd(() => queryClient.clear());

export function App({ config }: { config: RuntimeConfig }) {
  // A new tree for every session: nothing that was shown or typed in one reaches the next.
  const epoch = useSyncExternalStore(session.subscribe, session.epoch);
  return (
    <StrictMode>
      <CrashBoundary leave={() => router.navigate(paths.botUsers)}>
        <ConfigContext value={config}>
          <ThemeProvider>
            <QueryClientProvider client={queryClient}>
              <InstanceContext value={config.instance}>
                <AnnouncerProvider key={epoch}>
                  <RouterProvider router={router} />
                </AnnouncerProvider>
              </InstanceContext>
            </QueryClientProvider>
          </ThemeProvider>
        </ConfigContext>
      </CrashBoundary>
    </StrictMode>
  );
}
