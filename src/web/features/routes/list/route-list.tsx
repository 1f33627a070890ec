import Brackets from 'lucide-react/icons/brackets';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { countExposures, filterRoutes } from '#web/features/routes/list/board.ts';
import { type KnownRoute, routeKey } from '#web/features/routes/known-routes.ts';
import type { RowDialog } from '#web/features/routes/list/route-menu-panel.tsx';
import { RouteTable } from '#web/features/routes/list/route-table.tsx';
import { useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { session } from '#web/session/session.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useDelayed } from '#web/ui/feedback/use-timers.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { labelsOf } from '#web/ui/table/labels.ts';
import { useViewParams } from '#web/ui/table/use-view-params.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from '../routes.module.css';

const CHOICES = [
  { value: 'all', text: 'All' },
  { value: 'open', text: 'Open' },
  { value: 'protected', text: 'Protected' },
  { value: 'errors', text: 'Errors' },
] as const;

/** The filters, kept in the address. */
function useRouteView() {
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const choice = CHOICES.find(({ value }) => value === params.get('exposure'));
  const [policy, setPolicy] = useState('');
  return {
    /** Not in the address. */
    policy,
    setPolicy,
    text,
    textError,
    setText,
    exposure: choice?.value ?? 'all',
    setExposure: (exposure: string) => set({ exposure: exposure === 'all' ? '' : exposure }),
    showAll() {
      setPolicy('');
      set({ q: '', exposure: '' });
    },
  };
}

type RouteListProps = {
  routes: readonly KnownRoute[];
  /** The shared ones are still to come. */
  loading: boolean;
  onDialog: (dialog: RowDialog) => void;
};

const LOADING = 'Loading shared routes…';

export function RouteList({ routes, loading, onDialog }: RouteListProps) {
  const view = useRouteView();
  const checks = useCheckAll();
  const late = useDelayed(300);
  const shown = filterRoutes(routes, {
    ...view,
    policies: view.policy.trim() === '' ? undefined : [view.policy.trim()],
  });
  const unchecked = countExposures(routes).unchecked;
  const counts = CHOICES.map(({ value, text }) => ({
    value,
    text,
    count: formatNumber(filterRoutes(routes, { exposure: value }).length),
  }));

  const line = [
    loading && late && LOADING,
    checks.status,
    shown.length < routes.length &&
      `${formatNumber(shown.length)} of ${count(routes.length, 'route')} shown.`,
    unchecked > 0 && !checks.busy && `${formatNumber(unchecked)} not checked yet.`,
  ]
    .filter(Boolean)
    .join(' ');

  if (routes.length === 0)
    return (
      <section className={layout.card} aria-label="Route list" aria-busy={loading}>
        {loading ? (
          <p className={`${layout.pad} ${layout.muted}`}>{LOADING}</p>
        ) : (
          <StateCard icon={Brackets} title="Add the first route">
            <p>
              The service has no list of routes. Paste a route’s address, or its edge id and route
              id.
            </p>
          </StateCard>
        )}
      </section>
    );
  return (
    <section className={layout.card} aria-label="Route list" aria-busy={loading || checks.busy}>
      <div className={layout.tools}>
        <TextInput
          className={layout.search}
          type="search"
          aria-label="Filter routes"
          placeholder={`Filter ${count(routes.length, 'route')}`}
          leftSection={<Search {...icon} />}
          value={view.text}
          error={view.textError && <FieldError text={view.textError} alert />}
          onChange={(event) => view.setText(event.currentTarget.value)}
        />
        <Segmented
          legend="Exposure"
          value={view.exposure}
          options={counts}
          onChange={view.setExposure}
        />
        <TextInput
          className={styles.policy}
          aria-label="Uses policy"
          placeholder="Uses policy id"
          spellCheck={false}
          autoComplete="off"
          value={view.policy}
          onChange={(event) => view.setPolicy(event.currentTarget.value)}
        />
        <span className={layout.grow} />
        {checks.busy && <CancelButton onClick={checks.cancel} />}
        <BusyButton
          size="xs"
          variant="subtle"
          busy={checks.busy}
          leftSection={<RefreshCw {...icon} />}
          onClick={() => void checks.check(routes)}
        >
          Check all
        </BusyButton>
      </div>
      {checks.busy && <p className={`${layout.line} ${layout.num}`}>{line}</p>}
      {/* There all the time, so that the end of a check is read out; what comes before it is announced besides. */}
      <div role="status" className={line && !checks.busy ? layout.line : undefined}>
        {!checks.busy && line}
      </div>
      {shown.length > 0 ? (
        <RouteTable routes={shown} names={labelsOf([...routes], routeKey)} onDialog={onDialog} />
      ) : (
        <StateCard
          icon={Search}
          title={emptyTitle(view)}
          actions={
            <Button variant="default" onClick={view.showAll}>
              Show all routes
            </Button>
          }
        >
          {unchecked > 0 && (view.exposure !== 'all' || view.policy !== '') && (
            <p>{count(unchecked, 'route')} not checked yet: “Check all” reads what is missing.</p>
          )}
        </StateCard>
      )}
    </section>
  );
}

/** Not shown for a check that is over in a moment. */
const CancelButton = ({ onClick }: { onClick: () => void }) =>
  useDelayed(400) && (
    <Button size="xs" variant="default" onClick={onClick}>
      Cancel checking
    </Button>
  );

const WORDS = { all: 'here', open: 'open', protected: 'protected', errors: 'in trouble' };

function emptyTitle({ text, policy, exposure }: ReturnType<typeof useRouteView>): string {
  if (text.trim()) return `No route matches “${shorten(visibleText(text.trim()))}”`;
  if (policy.trim()) return `No checked route uses “${shorten(visibleText(policy.trim()))}”`;
  return `No route is known to be ${WORDS[exposure]}`;
}
