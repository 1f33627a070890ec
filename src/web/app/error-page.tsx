import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { reportOf } from '#web/app/error-report.ts';
import { ReloadNote } from '#web/app/crash-page.tsx';
import { paths } from '#web/paths.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import styles from './error-page.module.css';

/** In place of a page that has thrown or whose code did not load; the frame around it stays. */
export function ErrorPage({ error }: { error: unknown }) {
  const [report] = useState(() => reportOf(error));
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isMissing = error instanceof ChunkLoadError;
  // Any navigation, also to the same address, shows the page again.
  const goOn = () =>
    isMissing ? navigate(pathname + search + hash, { replace: true }) : navigate(paths.botUsers);

  return (
    <Page title="Error" heading={isMissing ? 'This page could not be fetched' : 'Something broke'}>
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title={
            isMissing
              ? 'A part of the app did not arrive'
              : 'The app has made a mistake on this page'
          }
          actions={
            <>
              <Button variant="default" onClick={() => void goOn()}>
                {isMissing ? 'Try again' : 'Go to bot users'}
              </Button>
              <Button variant="default" onClick={() => location.reload()}>
                Reload the page
              </Button>
              <CopyTextButton label="Copy report" text={report} />
            </>
          }
        >
          <div className={styles.text}>
            <p>
              {isMissing
                ? 'The connection was lost, or the app has been updated since you opened it: then only reloading helps.'
                : 'Nothing was sent to the service by this. Text that was typed on this page and not saved yet is gone.'}
            </p>
            <ReloadNote />
          </div>
        </StateCard>
      </div>
    </Page>
  );
}

/** Where the frame itself has thrown, or is not there yet. */
export function FramelessErrorPage({ error }: { error: unknown }) {
  return (
    <main id="main" className={styles.main}>
      <ErrorPage error={error} />
    </main>
  );
}

export function NotFoundPage() {
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
