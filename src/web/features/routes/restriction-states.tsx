import { Button, Skeleton, Stack } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { failureOf, refusalCause } from '#client/errors.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { restrictionText } from '#web/features/routes/restriction.ts';
import type { Former, RouteIds } from '#web/features/routes/stored-route.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useDelayed } from '#web/ui/use-timers.ts';

// What stands in place of the form.

const BackToRoutes = () => (
  <Button component={Link} to={paths.routes} variant="default">
    Back to routes
  </Button>
);

type AbsentProps = {
  isRouteKnown: boolean;
  /** The IP restriction has just been removed: its button, and with it the focus, is gone. */
  takesFocus: boolean;
  /** What was removed from here. */
  former: Former | undefined;
  onPutBack: (former: Former) => void;
  onAdd: () => void;
};

export function Absent({ isRouteKnown, takesFocus, former, onPutBack, onAdd }: AbsentProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const policies = count(former?.ip_policy_ids.length ?? 0, 'policy', 'policies');
  return (
    <StateCard
      icon={Brackets}
      title="No IP restriction on this route"
      actions={
        <>
          {former && <Button onClick={() => onPutBack(former)}>Put back {policies}</Button>}
          <Button ref={button} variant={former ? 'default' : 'filled'} onClick={onAdd}>
            Add IP restriction
          </Button>
        </>
      }
    >
      <p>
        {isRouteKnown
          ? 'No IP address is checked here. Add an IP restriction to check addresses against IP policies.'
          : 'No IP address is checked here, or the route does not exist: the service answers both alike.'}
      </p>
      {former && (
        <p>
          Removed <RelativeTime text={new Date(former.at).toISOString()} />:{' '}
          {restrictionText(former)}.
        </p>
      )}
    </StateCard>
  );
}

export const NoRoute = ({ route, missing }: { route: RouteIds; missing: 'edge' | 'route' }) => (
  <StateCard
    icon={FileQuestionMark}
    trouble
    title="This route does not exist"
    actions={<BackToRoutes />}
  >
    {missing === 'edge' ? (
      <p>
        There is no edge <Id text={route.edge_id} />. Check the address.
      </p>
    ) : (
      <p>
        The edge <Id text={route.edge_id} /> has no route <Id text={route.id} />. It may have been
        deleted.
      </p>
    )}
  </StateCard>
);

const Id = ({ text }: { text: string }) => (
  <code>
    <UntrustedText text={text} />
  </code>
);

export const BadAddress = () => (
  <StateCard icon={FileQuestionMark} title="This address names no route" actions={<BackToRoutes />}>
    <p>An edge id or a route id in it is missing or cannot be read.</p>
  </StateCard>
);

export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = refusalCause(failureOf(error)) === 'no-right';
  return (
    <StateCard
      icon={isForbidden ? Ban : CircleAlert}
      trouble
      title={
        isForbidden
          ? 'This key may not read this IP restriction'
          : 'The IP restriction could not be read'
      }
      details={detailsOf(error)}
      actions={
        <>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
          {isForbidden && <BackToRoutes />}
        </>
      }
    >
      <p>
        {reasonOf(error, 'read')}
        {isForbidden && ' Sign in with a key that has this right.'}
      </p>
    </StateCard>
  );
}

/** Nothing but a text for the first 300 ms: a quick response should not flicker. */
export function Loading() {
  const isSlow = useDelayed(300);
  return (
    <Stack p="lg" mih="16rem">
      <p className="dim">Reading the IP restriction…</p>
      {isSlow && ['60%', '90%', '75%'].map((width) => <Skeleton key={width} h={14} w={width} />)}
    </Stack>
  );
}
