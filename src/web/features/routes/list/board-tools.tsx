import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { countExposures } from '#web/features/routes/list/board.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { PolicyFilter } from '#web/features/routes/list/policy-filter.tsx';
import { SelectionBar } from '#web/features/routes/list/selection-bar.tsx';
import { type BoardView, EXPOSURES } from '#web/features/routes/list/use-board-view.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { useSelectedText } from '#web/ui/table/use-selected-text.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './board.module.css';

type BoardToolsProps = {
  routes: readonly KnownRoute[];
  /** What the table shows. */
  rows: readonly KnownRoute[];
  counts: ReturnType<typeof countExposures>;
  view: BoardView;
  /** What else stands in their line. */
  children: ReactNode;
};

/** Filters, of which a narrow screen has most behind "Filter". With a selection its actions take their place. */
export function BoardTools({ routes, rows, counts, view, children }: BoardToolsProps) {
  const { groups, group, exposure, policy } = view;
  const [isOpen, setOpen] = useState(group + policy !== '');
  // Also when a link to this page brings it; it stays then, for it may have the focus.
  const [hasExposure, setHasExposure] = useState(false);
  if (exposure !== 'all' && !hasExposure) setHasExposure(true);
  const { byKey } = useKnownRoutes();
  const keys = useSyncExternalStore(routeSelection.subscribe, routeSelection.ids);
  // Another tab may have taken some off the list.
  const selected = [...keys].filter((key) => byKey.has(key)).length;
  const shownSelected = rows.filter((row) => keys.has(routeKey(row))).length;
  const selectedText = useSelectedText(selected, selected - shownSelected);
  const shownGroups = group === '' || groups.includes(group) ? groups : [group, ...groups];
  return (
    <div
      className={`${layout.tools} ${styles.tools}`}
      data-open={(isOpen && selected === 0) || undefined}
      data-exposure={hasExposure || undefined}
      data-selecting={selected > 0 || undefined}
    >
      <TextInput
        className={`${parts.search} ${styles.search}`}
        type="search"
        aria-label="Filter routes"
        placeholder="Label or id"
        leftSection={<Search {...icon} />}
        value={view.text}
        error={view.textError && <FieldError text={view.textError} alert />}
        onChange={(event) => view.setText(event.currentTarget.value)}
      />
      {selected > 0 ? (
        <SelectionBar text={selectedText} isAll={shownSelected === rows.length} shown={rows} />
      ) : (
        <>
          <Button
            className={styles.fold}
            size="xs"
            variant="subtle"
            aria-expanded={isOpen}
            leftSection={<ListFilter {...icon} />}
            onClick={() => setOpen(!isOpen)}
          >
            Filter
          </Button>
          <div className={styles.exposure}>
            <Segmented
              legend="Exposure"
              value={exposure}
              options={EXPOSURES.map(({ value, text }) => ({
                value,
                text,
                count:
                  value === 'all'
                    ? formatNumber(routes.length)
                    : counts.checked === 0
                      ? '–'
                      : formatNumber(counts[value]),
              }))}
              onChange={view.setExposure}
            />
          </div>
          {shownGroups.length > 0 && (
            <select
              className={`${styles.select} ${styles.question}`}
              aria-label="Group"
              value={group}
              onChange={(event) => view.setGroup(event.currentTarget.value)}
            >
              <option value="">All groups</option>
              {shownGroups.map((name) => (
                <option key={name} value={name}>
                  {toSafeLine(name)}
                </option>
              ))}
            </select>
          )}
          <div className={styles.question}>
            <PolicyFilter value={policy} onChange={view.setPolicy} />
          </div>
          <span className={layout.grow} />
          {children}
        </>
      )}
    </div>
  );
}
