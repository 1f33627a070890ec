import CircleAlert from 'lucide-react/icons/circle-alert';
import { startFailure } from '#web/api/failure-text.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
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
            <p>The page has loaded, but not its settings. {what}</p>
            {isFileWrong ? (
              <>
                <p>
                  Whoever runs this page puts the file config.json beside index.html. It says where
                  the service is, at least:
                </p>
                <pre className={styles.example}>{EXAMPLE}</pre>
              </>
            ) : (
              <p>
                Check your connection, then try again. If it stays so, tell whoever runs this page.
              </p>
            )}
          </div>
        </StateCard>
      </Page>
    </main>
  );
}
