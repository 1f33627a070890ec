import { Button } from '@mantine/core';
import SearchX from 'lucide-react/icons/search-x';
import { Link, useLocation, useRouteError } from 'react-router-dom';
import { Crash } from '#web/app/crash-page.tsx';
import { paths } from '#web/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedCode } from '#web/ui/untrusted-text.tsx';

const toBotUsers = (
  <Button component={Link} to={paths.botUsers}>
    Go to bot users
  </Button>
);

/** In place of a page that has thrown; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <Page title="Error" heading="Something broke">
      <Crash error={error} title="This page crashed" actions={toBotUsers} />
    </Page>
  );
}

/** Where the frame itself has thrown: that is for the boundary around everything. */
export function BrokenFrame(): never {
  throw useRouteError();
}

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <StateCard icon={SearchX} title="There is nothing at this address" actions={toBotUsers}>
        <UntrustedCode text={pathname} />
      </StateCard>
    </Page>
  );
}
