import { Button, Skeleton } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router-dom';
import { failureOf, refusalCause } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { session } from '#web/session/session.ts';
import { OpenById } from '#web/features/bot-users/list/open-by-id.tsx';
import { paths } from '#web/paths.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { LoadFailed, StateCard } from '#web/ui/layout/state-card.tsx';
import { useDelayed } from '#web/ui/feedback/use-timers.ts';
import styles from './list-states.module.css';

type ListStatesProps = { empty: boolean; error: Error | null; onRetry: () => void };

/** What stands where the table would be. */
export function ListStates({ empty, error, onRetry }: ListStatesProps) {
  if (empty) return <FirstRun />;
  if (refusalCause(failureOf(error)) === 'no-right') return <Forbidden error={error} />;
  if (error)
    return (
      <LoadFailed
        title="Bot users could not be loaded"
        reason={reasonOf(error, 'read')}
        details={detailsOf(error)}
        onRetry={onRetry}
      />
    );
  return <Loading />;
}

function FirstRun() {
  const body = { name: 'my-first-bot', active: true };
  return (
    <StateCard
      icon={Brackets}
      title="Create the first bot user"
      actions={
        <>
          <Button component={Link} to={paths.botUserNew} leftSection={<Plus {...icon} />}>
            New bot user
          </Button>
          <CopyTextButton
            curl
            label="Copy as curl"
            text={curlOf(botUserEndpoints.create, { body })}
          />
        </>
      }
    >
      <p>
        A bot user is an identity for a program, not a person. Give each job its own so that you can
        switch one off without stopping the others.
      </p>
    </StateCard>
  );
}

function Forbidden({ error }: { error: Error | null }) {
  return (
    <StateCard
      icon={Ban}
      alert
      title="This key may not list bot users"
      actions={
        <>
          <Button variant="default" onClick={() => session.end('none')}>
            Use another key
          </Button>
          <OpenById />
        </>
      }
    >
      <p>
        {reasonOf(error, 'read')} Sign in with a key that has this right, or open one bot user by
        its id.
      </p>
    </StateCard>
  );
}

/** Nothing for the first 300 ms: a quick answer should not flicker. */
function Loading() {
  const late = useDelayed(300);
  return (
    <div className={styles.loading}>
      <p>Loading bot users…</p>
      {late &&
        Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={styles.row} aria-hidden>
            <Skeleton height={12} width={`${60 - (row % 3) * 12}%`} />
            <Skeleton height={12} width={80} />
          </div>
        ))}
    </div>
  );
}
