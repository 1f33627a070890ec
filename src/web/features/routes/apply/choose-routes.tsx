import Search from 'lucide-react/icons/search';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { PROTECTED } from '#web/api/access.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { isProtected } from '#web/features/routes/queries.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { RouteState } from '#web/features/routes/list/route-state.tsx';
import { count, formatNumber, shortId } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './apply.module.css';

/** At first: whoever goes on by keyboard has to pass each. */
const SHOWN = 20;
/** How many more a press shows. */
const STEP = 100;
export const ROUTES_FIELD = 'apply-routes';

type ChooseRoutesProps = {
  routes: readonly KnownRoute[];
  /** By `routeKey`. */
  chosen: ReadonlySet<string>;
  /** How many of them are routes of this list. */
  number: number;
  error: string;
};

export function ChooseRoutes({ routes, chosen, number, error }: ChooseRoutesProps) {
  const [text, setText] = useState('');
  const [most, setMost] = useState(SHOWN);
  const wanted = useDeferredValue(text);
  // Those that were chosen elsewhere come first. A row does not leave its place when it is pressed.
  const [first] = useState(chosen);
  const ordered = useMemo(() => {
    const isFirst = (route: KnownRoute) => first.has(routeKey(route));
    return [...routes.filter(isFirst), ...routes.filter((route) => !isFirst(route))];
  }, [routes, first]);
  const names = useMemo(() => labelsOf([...routes], routeKey), [routes]);
  const shown = useMemo(
    () => ordered.filter((route) => hasText(route, wanted.trim().toLowerCase())),
    [ordered, wanted],
  );

  return (
    <fieldset className={styles.part}>
      <legend>Routes</legend>
      <div className={styles.tools}>
        <TextInput
          id={ROUTES_FIELD}
          type="search"
          className={parts.search}
          aria-label="Filter routes"
          placeholder="Label or id"
          leftSection={<Search {...icon} />}
          error={error && <FieldError text={error} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMost(SHOWN);
          }}
          onKeyDown={(event) => {
            // It filters, and does not go on to the plan.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Button
          size="xs"
          variant="default"
          onClick={() => routeSelection.set(shown.map(routeKey), true)}
        >
          Select the {formatNumber(shown.length)} shown
        </Button>
        <Button size="xs" variant="default" onClick={() => routeSelection.clear()}>
          Clear selection
        </Button>
        <span role="status" className={`${layout.muted} ${layout.num}`}>
          {formatNumber(number)} of {count(routes.length, 'route')} selected
          {shown.length < routes.length && `, ${formatNumber(shown.length)} shown`}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className={layout.muted}>No route matches.</p>
      ) : (
        <div className={styles.list}>
          <ul aria-label="Routes to change">
            {shown.slice(0, most).map((route) => {
              const key = routeKey(route);
              return (
                <Choice
                  key={key}
                  route={route}
                  name={names.get(key) ?? nameOf(route)}
                  isChosen={chosen.has(key)}
                />
              );
            })}
          </ul>
          <ShowMore
            shown={most}
            all={shown.length}
            what="routes"
            label="Show more routes"
            onMore={() => setMost(most + STEP)}
          />
        </div>
      )}
    </fieldset>
  );
}

const hasText = ({ name, edge_id, id }: KnownRoute, text: string) =>
  [name, edge_id, id].some((part) => part.toLowerCase().includes(text));

type ChoiceProps = { route: KnownRoute; name: string; isChosen: boolean };

const Choice = memo(function Choice({ route, name, isChosen }: ChoiceProps) {
  const { edge_id, id, last_check } = route;
  return (
    <li>
      <label className={styles.route}>
        <RowCheckbox
          aria-label={`Select ${name}`}
          checked={isChosen}
          onChange={() => routeSelection.toggle(routeKey(route))}
        />
        <span className={styles.name} title={toSafeLine(nameOf(route))}>
          <UntrustedText text={nameOf(route)} />
        </span>
        <span
          className={`${layout.mono} ${layout.muted} ${styles.ids}`}
          title={`${toSafeLine(edge_id)} / ${toSafeLine(id)}`}
        >
          <UntrustedText text={shortId(edge_id)} /> / <UntrustedText text={shortId(id)} />
        </span>
        <span className={styles.state}>
          {isProtected(route) ? (
            <span className={layout.muted}>{PROTECTED}</span>
          ) : (
            <RouteState check={last_check} />
          )}
        </span>
      </label>
    </li>
  );
});
