import { Button } from '@mantine/core';
import { failureOf } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { Alone, ReloadButton } from '#web/app/crash-page.tsx';
import { PRODUCT } from '#web/ui/logo.tsx';
import { isChunkError } from '#web/ui/on-demand.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

const EXAMPLE = '{ "service_host": "api.example.com", "api_base": "https://api.example.com" }';

type StartFailedProps = { error: unknown; onRetry: () => void };

/** The configuration or the app's code could not be loaded: the server is away, or a static host lacks the file. */
export function StartFailed({ error, onRetry }: StartFailedProps) {
  const isCode = isChunkError(error);
  const retry = <Button onClick={onRetry}>Try again</Button>;
  return (
    <Alone title="Not started">
      <StateCard
        trouble
        title={`${PRODUCT} could not be started`}
        actions={isCode ? <ReloadButton /> : retry}
      >
        {isCode ? <p>Part of the app did not load. Reload the page.</p> : <Reason of={error} />}
      </StateCard>
    </Alone>
  );
}

function Reason({ of }: { of: unknown }) {
  const failure = failureOf(of);
  // No key was sent: the usual words of a 401 or 403 speak of one.
  const reason =
    failure?.kind === 'status' ? `${location.host} answered ${failure.status}.` : reasonOf(of);
  return (
    <>
      <p>The settings of this page did not load. {reason}</p>
      <p>
        If it stays so, tell the administrator: config.json beside index.html names the service, at
        least: <code>{EXAMPLE}</code>
      </p>
    </>
  );
}
