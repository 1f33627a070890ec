import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useState, type ReactNode } from 'react';
import type { countExposures } from '#web/features/routes/list/board.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { PolicyFilter } from '#web/features/routes/list/policy-filter.tsx';
import { type BoardView, EXPOSURES } from '#web/features/routes/list/use-board-view.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { toSafeLine } from '#web/ui/table/labels.ts';
import { icon } from '#web/ui/theme/icon.ts';
import styles from './board.module.css';

type BoardToolsProps = {
  routes: readonly KnownRoute[];
  counts: ReturnType<typeof countExposures>;
  view: BoardView;
  children: ReactNode;
};

/** Filters, and what else stands above the table. On a narrow screen most of it is behind "Filter". */
export function BoardTools({ routes, counts, view, children }: BoardToolsProps) {
  const [isOpen, setOpen] = useState(view.text + view.group + view.policy !== '');
  const { groups, group } = view;
  const shownGroups = group === '' || groups.includes(group) ? groups : [group, ...groups];
  return (
    <div className={`${layout.tools} ${styles.tools}`} data-open={isOpen || undefined}>
      <TextInput
        className={`${layout.search} ${styles.folded}`}
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
      {shownGroups.length > 0 && (
        <select
          className={`${styles.select} ${styles.folded} ${styles.question}`}
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
      <div className={`${styles.folded} ${styles.question}`}>
        <PolicyFilter value={view.policy} onChange={view.setPolicy} />
      </div>
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
      <span className={layout.grow} />
      {children}
    </div>
  );
}
