import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { useEffect, useRef, type ComponentProps } from 'react';
import { failureOf, refusalCause } from '#client/errors.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import type { Former, RouteIds } from '#web/features/routes/kept-route.ts';
import { onOff } from '#web/features/routes/module-read.ts';
import { timeOn } from '#web/features/routes/off-until.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Details } from '#web/ui/feedback/details.tsx';
import { LoadFailed } from '#web/ui/layout/load-failed.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { useDelayed } from '#web/ui/use-timers.ts';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import { Skeleton } from '#web/ui/parts/skeleton.tsx';
import styles from './editor.module.css';

const backToRoutes = (
  <LinkButton to={paths.routes} variant="default">
    Back to routes
  </LinkButton>
);

const Card = (props: ComponentProps<typeof StateCard>) => (
  <div className={layout.card}>
    <StateCard {...props} />
  </div>
);

type AbsentProps = {
  routeExists: boolean;
  /** The module has just been removed: its button, and with it the focus, is gone. */
  takeFocus: boolean;
  /** What was removed from here. */
  former: Former | undefined;
  onPutBack: (former: Former) => void;
  onAdd: () => void;
};

export function AbsentCard({ routeExists, takeFocus, former, onPutBack, onAdd }: AbsentProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takeFocus) button.current?.focus();
  }, [takeFocus]);
  const now = useNow();
  const length = former?.ip_policy_ids.length ?? 0;
  const actions = (
    <>
      {former && (
        <Button onClick={() => onPutBack(former)}>
          Put back {length === 0 ? 'the empty list' : count(length, 'policy', 'policies')}
        </Button>
      )}
      <Button ref={button} {...(former && { variant: 'default' })} onClick={onAdd}>
        Add IP restriction
      </Button>
    </>
  );
  return (
    <Card icon={Brackets} title="No IP restriction on this route" actions={actions}>
      <p>
        {routeExists
          ? 'No IP policy is checked here. Add a restriction to check source addresses against IP policies.'
          : 'No IP policy is checked here, or the route does not exist: the service answers both alike.'}
      </p>
      {former && (
        <p>
          {length === 0 ? 'An empty list' : count(length, 'policy', 'policies')} removed{' '}
          {timeOn(former.at, now)}, with enforcement {onOff(former.enabled)}.
        </p>
      )}
    </Card>
  );
}

export function NoRouteCard({ route, missing }: { route: RouteIds; missing: 'edge' | 'route' }) {
  return (
    <Card icon={FileQuestionMark} alert title="This route does not exist" actions={backToRoutes}>
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
    </Card>
  );
}

const Id = ({ text }: { text: string }) => (
  <span className={layout.mono}>
    <UntrustedText text={text} />
  </span>
);

export const BadAddressCard = () => (
  <Card icon={FileQuestionMark} title="This address names no route" actions={backToRoutes}>
    <p>An edge id or a route id in it is missing or cannot be read.</p>
  </Card>
);

export function FailedCard({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reason = reasonOf(error, 'read');
  if (refusalCause(failureOf(error)) !== 'no-right')
    return (
      <div className={layout.card}>
        <LoadFailed
          title="The IP restriction could not be read"
          reason={reason}
          details={detailsOf(error)}
          onRetry={onRetry}
        />
      </div>
    );
  const actions = (
    <>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
      {backToRoutes}
    </>
  );
  return (
    <Card icon={Ban} alert title="This key may not read this IP restriction" actions={actions}>
      <p>{reason} Sign in with a key that has this right.</p>
      <Details text={detailsOf(error)} />
    </Card>
  );
}

/** Nothing but a text for the first 300 ms: a quick response should not flicker. */
export function LoadingCard() {
  const late = useDelayed(300);
  const widths = late ? ['60%', '90%', '75%', '40%'] : [];
  return (
    <section className={`${layout.card} ${layout.pad}`} aria-label="IP restriction" aria-busy>
      <div className={styles.loading}>
        <p className={layout.muted}>Reading the module…</p>
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </section>
  );
}
