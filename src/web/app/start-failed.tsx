import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { ThemeProvider } from '#web/app/theme-provider.tsx';
import { Page } from '#web/ui/page.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { StateCard } from '#web/ui/state-card.tsx';

/** The page is there but its server is not: the configuration could not be read. */
export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ThemeProvider>
      <main>
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
            <p>
              The page has loaded, but its settings could not be read from {location.host}.{' '}
              {error instanceof Error ? `${error.message}.` : ''}
            </p>
          </StateCard>
        </Page>
      </main>
    </ThemeProvider>
  );
}
