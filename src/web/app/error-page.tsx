import { useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { reportOf } from '#web/app/error-report.ts';
import { appParts } from '#web/app/parts.ts';
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
import { late } from '#web/ui/feedback/late.tsx';
import styles from './error-page.module.css';

const ErrorState = late(appParts, (parts) => parts.ErrorState);

/** In place of a page that has thrown or whose code did not load; the frame around it stays. */
export function ErrorPage() {
  const error = useRouteError();
  const [report] = useState(() => reportOf(error));
  return <ErrorState isMissing={error instanceof ChunkLoadError} report={report} />;
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
