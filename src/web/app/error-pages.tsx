import { Button } from '@mantine/core';
import SearchX from 'lucide-react/icons/search-x';
import { Link, useLocation, useRouteError } from 'react-router-dom';
import { Alone, Crash, ReloadButton, ReloadNote } from '#web/app/crash-page.tsx';
import { paths } from '#web/paths.ts';
import { isChunkError } from '#web/ui/chunk-error.ts';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const toBotUsers = (
  <Button component={Link} to={paths.botUsers}>
    Go to bot users
  </Button>
);

/** In place of a page that has thrown or whose code did not load; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  const isCode = isChunkError(error);
  return (
    <Page title="Error" heading={isCode ? 'This page did not load' : 'Something broke'}>
      {isCode ? (
        <NotLoaded />
      ) : (
        <Crash error={error} title="This page crashed" actions={toBotUsers} />
      )}
    </Page>
  );
}

const NotLoaded = () => (
  <StateCard trouble title="Part of the app did not load" actions={<ReloadButton />}>
    <p>Check your connection, then reload the page. The app may have been updated.</p>
    <ReloadNote />
  </StateCard>
);

/** Where the frame itself has thrown. */
export const FramelessErrorPage = () => (
  <Alone>
    <ErrorPage />
  </Alone>
);

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <StateCard icon={SearchX} title="There is nothing at this address" actions={toBotUsers}>
        <code>
          <UntrustedText text={pathname} />
        </code>
      </StateCard>
    </Page>
  );
}
