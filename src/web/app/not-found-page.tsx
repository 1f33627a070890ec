import { Button } from '@mantine/core';
import SearchX from 'lucide-react/icons/search-x';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found" heading="Page not found">
      <div className={layout.card}>
        <StateCard
          icon={SearchX}
          title="There is nothing at this address"
          actions={
            <Button variant="default" component={Link} to={paths.botUsers}>
              Go to bot users
            </Button>
          }
        >
          <p className={layout.mono}>{pathname}</p>
        </StateCard>
      </div>
    </Page>
  );
}
