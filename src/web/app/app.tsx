import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, StrictMode, useSyncExternalStore } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ConfigContext } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { fetchFirst as fetchFirstOf } from '#web/app/pages.ts';
import { PageRouter } from '#web/app/page-router.tsx';
import { Pages } from '#web/app/routes.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { paths } from '#web/paths.ts';
import { AnnounceRegion } from '#web/ui/feedback/announcer.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

const queryClient = createQueryClient();

session.onEnd(() => queryClient.clear());

/** Before the page is drawn, which then is drawn once. */
export const fetchFirst = () => fetchFirstOf(queryClient);

export function App({ config }: { config: RuntimeConfig }) {
  // A new tree for every session: nothing that was shown or typed in one reaches the next.
  const epoch = useSyncExternalStore(session.subscribe, session.epoch);
  return (
    <StrictMode>
      <CrashBoundary leave={() => pageHistory.push(paths.botUsers)}>
        <ConfigContext value={config}>
          <QueryClientProvider client={queryClient}>
            <InstanceContext value={config.instance}>
              <Fragment key={epoch}>
                <PageRouter>
                  <Pages />
                </PageRouter>
                <AnnounceRegion />
              </Fragment>
            </InstanceContext>
          </QueryClientProvider>
        </ConfigContext>
      </CrashBoundary>
    </StrictMode>
  );
}
