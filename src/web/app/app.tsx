import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useSyncExternalStore } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { routes } from '#web/app/routes.tsx';
import { ThemeProvider } from '#web/ui/theme/theme-provider.tsx';
import { paths } from '#web/paths.ts';
import { AnnouncerProvider } from '#web/ui/feedback/announcer.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

const router = createBrowserRouter(routes);
const queryClient = createQueryClient();

// What was read with a key must not outlive its session.
session.onEnd(() => queryClient.clear());

export function App() {
  return (
    <StrictMode>
      <CrashBoundary leave={() => router.navigate(paths.botUsers)}>
        <Pages />
      </CrashBoundary>
    </StrictMode>
  );
}

function Pages() {
  // A new tree for every session: nothing that was shown, asked, typed or announced in one reaches the next.
  const endings = useSyncExternalStore(session.subscribe, session.endings);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <InstanceContext value={runtimeConfig().instance}>
          <AnnouncerProvider key={endings}>
            <RouterProvider router={router} />
          </AnnouncerProvider>
        </InstanceContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
