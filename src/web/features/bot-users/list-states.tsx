import { Button, Group, Skeleton } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf, refusalCause } from '#client/errors.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { icon } from '#web/ui/icon.ts';
import { OnDemand, onDemand } from '#web/ui/on-demand.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { useDelayed } from '#web/ui/use-timers.ts';

const OpenByIdDialog = onDemand(
  () => import('#web/features/bot-users/open-by-id-dialog.tsx'),
  'OpenByIdDialog',
);

type ListStatesProps = { isEmpty: boolean; error: Error | null; onRetry: () => void };

/** In place of the list: it is loading, empty, or could not be read. */
export function ListStates({ isEmpty, error, onRetry }: ListStatesProps) {
  if (isEmpty) return <FirstRun />;
  if (!error) return <ListLoading />;
  if (refusalCause(failureOf(error)) === 'no-right') return <Forbidden error={error} />;
  return (
    <StateCard
      icon={CircleAlert}
      trouble
      title="Bot users could not be loaded"
      details={detailsOf(error)}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      <p>{reasonOf(error, 'read')}</p>
    </StateCard>
  );
}

/** Without a skeleton for the first 300 ms, so that a quick response does not flicker. */
function ListLoading() {
  const isSlow = useDelayed(300);
  return (
    <Group p="md" mih="24rem" align="flex-start">
      <p className="dim">Loading bot users…</p>
      {isSlow && Array.from({ length: 8 }, (_, row) => <Skeleton key={row} height={28} />)}
    </Group>
  );
}

const FirstRun = () => (
  <StateCard
    icon={Brackets}
    title="Create the first bot user"
    actions={
      <Button component={Link} to={paths.botUserNew} leftSection={<Plus {...icon} />}>
        New bot user
      </Button>
    }
  >
    <p>
      A bot user is an identity for a program, not a person. Give each job its own so that you can
      switch one off without stopping the others.
    </p>
  </StateCard>
);

function Forbidden({ error }: { error: Error }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <StateCard
        icon={Ban}
        trouble
        title="This key may not list bot users"
        details={detailsOf(error)}
        actions={
          <>
            <Button variant="default" onClick={() => session.end('none')}>
              Use another key
            </Button>
            <Button variant="subtle" onClick={() => setOpen(true)}>
              Open by id
            </Button>
          </>
        }
      >
        <p>
          {reasonOf(error, 'read')} Sign in with a key that has this right, or open one bot user by
          its id.
        </p>
      </StateCard>
      <OnDemand>{isOpen && <OpenByIdDialog onClose={() => setOpen(false)} />}</OnDemand>
    </>
  );
}
