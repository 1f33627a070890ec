import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { useLocation, useNavigate } from 'react-router-dom';
import { ReloadNote } from '#web/app/crash-page.tsx';
import { paths } from '#web/paths.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import styles from './error-states.module.css';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

export function ErrorState({ report }: { report: string }) {
  const navigate = useNavigate();
  return (
    <Page title="Error" heading="Something broke">
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title="This page crashed"
          actions={
            <>
              <Button variant="default" onClick={() => void navigate(paths.botUsers)}>
                Go to bot users
              </Button>
              <Button variant="default" onClick={() => location.reload()}>
                Reload the page
              </Button>
              <CopyTextButton label="Copy report" text={report} />
            </>
          }
        >
          <div className={styles.text}>
            <p>Nothing was sent. Unsaved text on this page is gone.</p>
            <ReloadNote />
          </div>
        </StateCard>
      </div>
    </Page>
  );
}

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found" heading="Page not found">
      <div className={layout.card}>
        <StateCard
          icon={SearchX}
          title="There is nothing at this address"
          actions={
            <LinkButton variant="default" to={paths.botUsers}>
              Go to bot users
            </LinkButton>
          }
        >
          <p className={layout.mono}>{pathname}</p>
        </StateCard>
      </div>
    </Page>
  );
}
