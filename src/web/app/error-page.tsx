import { useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { reportOf } from '#web/app/error-report.ts';
import { appParts } from '#web/app/parts.ts';
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorNotice } from '#web/ui/feedback/chunk-error-notice.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import styles from './error-page.module.css';

const ErrorState = late(appParts, (parts) => parts.ErrorState);

/** In place of a page that has thrown or whose code did not load; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  return error instanceof ChunkLoadError ? <MissingPage /> : <BrokenPage error={error} />;
}

function BrokenPage({ error }: { error: unknown }) {
  const [report] = useState(() => reportOf(error));
  return <ErrorState report={report} />;
}

/** Not late: without a connection nothing more can be fetched. */
function MissingPage() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  // Any navigation, also to the same address, shows the page again.
  const retry = () => void navigate(pathname + search + hash, { replace: true });
  return (
    <Page title="Error" heading="This page did not load">
      <div className={layout.card}>
        <ChunkErrorNotice onRetry={retry} />
      </div>
    </Page>
  );
}

/** Where the frame itself has thrown, or is not there yet. */
export function FramelessErrorPage() {
  return (
    <main id="main" className={styles.main}>
      <ErrorPage />
    </main>
  );
}

export const NotFoundPage = late(appParts, (parts) => parts.NotFound);
