import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useSyncExternalStore } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ConfigContext } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { fetchPage } from '#web/app/pages.ts';
import { readFirstRows } from '#web/features/bot-users/data/bot-users.ts';
import { PageRouter } from '#web/app/page-router.tsx';
import { Pages } from '#web/app/routes.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { paths } from '#web/paths.ts';
import { AnnouncerProvider } from '#web/ui/feedback/announcer.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

const queryClient = createQueryClient();

session.onEnd(() => queryClient.clear());

/** What the page of the address begins with: its code, or the first rows. A failure is told when the page is drawn. */
export function fetchFirst(): Promise<unknown> {
  const { pathname } = pageHistory.get().location;
  const isList = pathname === '/' || pathname === paths.botUsers;
  return isList ? readFirstRows(queryClient) : fetchPage(pathname);
}

export function App({ config }: { config: RuntimeConfig }) {
  // A new tree for every session: nothing that was shown or typed in one reaches the next.
  const epoch = useSyncExternalStore(session.subscribe, session.epoch);
  return (
    <StrictMode>
      <CrashBoundary leave={() => pageHistory.push(paths.botUsers)}>
        <ConfigContext value={config}>
          <QueryClientProvider client={queryClient}>
            <InstanceContext value={config.instance}>
              <AnnouncerProvider key={epoch}>
                <PageRouter>
                  <Pages />
                </PageRouter>
              </AnnouncerProvider>
            </InstanceContext>
          </QueryClientProvider>
        </ConfigContext>
      </CrashBoundary>
    </StrictMode>
  );
}
