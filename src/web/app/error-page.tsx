import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { reportNow } from '#web/app/error-report.ts';
import { PartMissing } from '#web/app/page-route.tsx';
import { ReloadNote } from '#web/app/reload-note.tsx';
import { paths } from '#web/paths.ts';
import { CopyTextButton } from '#web/ui/copy-button.tsx';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import styles from './error-page.module.css';

/** In place of a page that has made a mistake or whose code has not come; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  const [at] = useState(Date.now);
  const report = reportNow(error, at);
  return error instanceof PartMissing ? (
    <MissingPage report={report} />
  ) : (
    <BrokenPage report={report} />
  );
}

/** The same where the frame itself is broken, or is not there yet. */
export function FramelessErrorPage() {
  return (
    <main id="main" className={styles.main}>
      <ErrorPage />
    </main>
  );
}

function BrokenPage({ report }: { report: string }) {
  const navigate = useNavigate();
  return (
    <Page title="Error" heading="Something broke">
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title="The app has made a mistake on this page"
          actions={
            <>
              {/* Any navigation, also to the same address, puts the page in place of its error. */}
              <Button variant="default" onClick={() => void navigate(paths.botUsers)}>
                Go to bot users
              </Button>
              <ReloadButton />
              <CopyTextButton label="Copy report" text={report} />
            </>
          }
        >
          <div className={styles.text}>
            <p>
              Nothing was sent to the service by this. Text that was typed on this page and not
              saved yet is gone.
            </p>
            <ReloadNote />
          </div>
        </StateCard>
      </div>
    </Page>
  );
}

function MissingPage({ report }: { report: string }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (
    <Page title="Error" heading="This page could not be fetched">
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title="A part of the app did not arrive"
          actions={
            <>
              <Button
                variant="default"
                onClick={() => void navigate(pathname + search + hash, { replace: true })}
              >
                Try again
              </Button>
              <ReloadButton />
              <CopyTextButton label="Copy report" text={report} />
            </>
          }
        >
          <div className={styles.text}>
            <p>
              The connection was lost, or the app has been updated since you opened it: then only
              reloading helps.
            </p>
            <ReloadNote />
          </div>
        </StateCard>
      </div>
    </Page>
  );
}

const ReloadButton = () => (
  <Button variant="default" onClick={() => location.reload()}>
    Reload the page
  </Button>
);
