import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useRouteError } from 'react-router-dom';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

/** The code of a page could not be fetched: the connection is lost, or after an update the old code is gone. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** A defect of ours, or a part of the page that could not be fetched; never a blank page. */
export function ErrorPage() {
  const error = useRouteError();
  const partMissing = error instanceof PartMissing;
  return (
    <Page
      title="Error"
      heading={partMissing ? 'This page could not be fetched' : 'Something broke'}
    >
      <div className={layout.card}>
        <StateCard
          icon={CircleAlert}
          trouble
          alert
          title={
            partMissing
              ? 'A part of the app did not arrive'
              : 'The app has made a mistake on this page'
          }
          actions={
            <Button variant="default" onClick={() => location.reload()}>
              Reload the page
            </Button>
          }
        >
          {partMissing ? (
            <p>The connection was lost, or the app has been updated since you opened it.</p>
          ) : (
            <p>
              Nothing was sent to the service by this.{' '}
              {error instanceof Error && `${error.message}.`}
            </p>
          )}
        </StateCard>
      </div>
    </Page>
  );
}
