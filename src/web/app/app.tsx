import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/api/session.ts';
import { routes } from '#web/app/routes.tsx';
import { ThemeProvider } from '#web/app/theme-provider.tsx';
import { AnnouncerProvider } from '#web/ui/announcer.tsx';

const router = createBrowserRouter(routes);
const queryClient = createQueryClient();

// What was read with a key must not outlive its session.
session.subscribe(() => {
  if (session.state().kind === 'signed-out') queryClient.clear();
});

export function App() {
  return (
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <AnnouncerProvider>
            <RouterProvider router={router} />
          </AnnouncerProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
