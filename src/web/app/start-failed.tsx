import CircleAlert from 'lucide-react/icons/circle-alert';
import { startFailure } from '#web/api/sign-in-failure.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './start-failed.module.css';

const EXAMPLE = `{
  "service_host": "api.example.com",
  "api_base": "https://api.example.com"
}`;

/** The configuration could not be loaded: the server is away, or a static host lacks the file. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { what, isFileWrong } = startFailure(error, location.host);
  return (
    <main className={styles.main}>
      <Page title="Not started" heading={PRODUCT}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title={`${PRODUCT} could not be started`}
          actions={
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <div className={styles.text}>
            <p>The settings of this page did not load. {what}</p>
            {isFileWrong ? (
              <>
                <p>
                  For the administrator: put config.json beside index.html. It names the service, at
                  least:
                </p>
                <pre className={styles.example}>{EXAMPLE}</pre>
              </>
            ) : (
              <p>
                Check your connection, then try again. If that does not help, tell the
                administrator.
              </p>
            )}
          </div>
        </StateCard>
      </Page>
    </main>
  );
}
