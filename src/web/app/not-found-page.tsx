import { Button } from '@mantine/core';
import SearchX from 'lucide-react/icons/search-x';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found" heading="Page not found">
      <div className="card">
        <StateCard
          icon={SearchX}
          title="There is nothing at this address"
          actions={
            <Button variant="default" component={Link} to={paths.botUsers}>
              Go to bot users
            </Button>
          }
        >
          <code>
            <UntrustedText text={pathname} />
          </code>
        </StateCard>
      </div>
    </Page>
  );
}
