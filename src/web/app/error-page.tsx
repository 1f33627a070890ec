import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { reportNow } from '#web/app/error-report.ts';
import { ReloadNote } from '#web/app/crash-page.tsx';
import { paths } from '#web/paths.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { ChunkLoadError } from '#web/lib/load-chunk.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import styles from './error-page.module.css';

/** In place of a page that has made a mistake or whose code has not come; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  // React begins anew with each error that it catches.
  const [report] = useState(() => reportNow(error));
  return error instanceof ChunkLoadError ? (
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
  return (
    <ErrorCard
      heading="Something broke"
      title="The app has made a mistake on this page"
      wayOn={{ label: 'Go to bot users', to: paths.botUsers }}
      report={report}
    >
      Nothing was sent to the service by this. Text that was typed on this page and not saved yet is
      gone.
    </ErrorCard>
  );
}

function MissingPage({ report }: { report: string }) {
  const { pathname, search, hash } = useLocation();
  return (
    <ErrorCard
      heading="This page could not be fetched"
      title="A part of the app did not arrive"
      wayOn={{ label: 'Try again', to: pathname + search + hash, replace: true }}
      report={report}
    >
      The connection was lost, or the app has been updated since you opened it: then only reloading
      helps.
    </ErrorCard>
  );
}

type ErrorCardProps = {
  heading: string;
  title: string;
  /** Any navigation, also to the same address, puts the page in place of its error. */
  wayOn: { label: string; to: string; replace?: boolean };
  report: string;
  children: ReactNode;
};

function ErrorCard({ heading, title, wayOn, report, children }: ErrorCardProps) {
  const navigate = useNavigate();
  return (
    <Page title="Error" heading={heading}>
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title={title}
          actions={
            <>
              <Button
                variant="default"
                onClick={() => void navigate(wayOn.to, { replace: wayOn.replace ?? false })}
              >
                {wayOn.label}
              </Button>
              <Button variant="default" onClick={() => location.reload()}>
                Reload the page
              </Button>
              <CopyTextButton label="Copy report" text={report} />
            </>
          }
        >
          <div className={styles.text}>
            <p>{children}</p>
            <ReloadNote />
          </div>
        </StateCard>
      </div>
    </Page>
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
