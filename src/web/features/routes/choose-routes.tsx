import { Button, Group, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { routeKey } from '#bulk/route-ids.ts';
import { PROTECTED, useProtection } from '#web/api/access.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { isProtected } from '#web/features/routes/queries.ts';
import { ShortIds } from '#web/features/routes/route-row.tsx';
import { RouteState } from '#web/features/routes/route-state.tsx';
import { selection } from '#web/features/routes/selection.ts';
import { filterRoutes } from '#web/features/routes/use-board.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { icon } from '#web/ui/icon.ts';
import { RowCheckbox } from '#web/ui/row-controls.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

/** At first: whoever goes on by keyboard has to pass each. */
const SHOWN = 20;
/** How many more a press shows. */
const STEP = 100;
export const ROUTES_FIELD = 'apply-routes';

type ChooseRoutesProps = {
  /** How many of those that are selected are on the list. */
  number: number;
  error: string;
};

export function ChooseRoutes({ number, error }: ChooseRoutesProps) {
  const { routes } = useKnownRoutes();
  const chosen = selection.useIds();
  useProtection(); // `isProtected` reads it
  const [text, setText] = useState('');
  const [most, setMost] = useState(SHOWN);
  // Those that were chosen elsewhere come first. A row does not leave its place when it is pressed.
  const [first] = useState(chosen);
  const isFirst = (route: KnownRoute) => Number(first.has(routeKey(route)));
  const shown = filterRoutes(routes, text).toSorted((a, b) => isFirst(b) - isFirst(a));
  const ofShown = shown.length < routes.length ? `, ${formatNumber(shown.length)} shown` : '';

  return (
    <Card title="Routes">
      <Group gap="xs" align="baseline" className="buttons">
        <TextInput
          id={ROUTES_FIELD}
          type="search"
          flex="1 1 12rem"
          maw="20rem"
          aria-label="Filter routes"
          placeholder="Label or id"
          leftSection={<Search {...icon} />}
          error={error}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // It filters, and does not go on to the plan.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button onClick={() => selection.add(shown.map(routeKey))}>
          Select the {count(shown.length, 'that matches', 'that match')}
        </Button>
        <Button onClick={selection.clear}>Clear selection</Button>
        <span role="status" className="dim numbers">
          {/* One text: of several, Firefox tells screen readers only the one that changes. */}
          {`${formatNumber(number)} of ${count(routes.length, 'route')} selected${ofShown}`}
        </span>
      </Group>
      {shown.length === 0 && <p className="dim">No route matches.</p>}
      <ul aria-label="Routes to change" className={`${styles.list} ${styles.scrolled}`}>
        {shown.slice(0, most).map((route) => {
          const key = routeKey(route);
          const name = nameOf(route);
          return (
            <li key={key}>
              <label className={`${styles.row} ${styles.route}`}>
                <RowCheckbox
                  aria-label={`Select ${route.called}`}
                  checked={chosen.has(key)}
                  onChange={() => selection.toggle(key)}
                />
                <span title={toSafeLine(name)}>
                  <UntrustedText text={name} />
                </span>
                <code className="dim">
                  <ShortIds {...route} />
                </code>
                {isProtected(route) ? (
                  <span className="dim">{PROTECTED}</span>
                ) : (
                  <span>
                    <RouteState check={route.last_check} />
                  </span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
      {shown.length > most && (
        <div>
          <Button onClick={() => setMost(most + STEP)}>Show more routes</Button>
        </div>
      )}
    </Card>
  );
}
