import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useRef, useState, type ReactNode } from 'react';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import {
  dateProblem,
  listViewParams,
  type ListView,
  type Status,
} from '#web/features/bot-users/view/list-view.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented, usePressed } from '#web/ui/form/segmented.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import type { useViewParams } from '#web/ui/table/use-view-params.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './list-tools.module.css';

type ListToolsProps = {
  list: BotUserListState;
  view: ListView;
  address: ReturnType<typeof useViewParams>;
  children: ReactNode;
};

export function ListTools({ list: { loaded, active }, view, address, children }: ListToolsProps) {
  const hasMore = view.from + view.to !== '' || view.duplicates || view.by === 'groups';
  const [isOpen, setOpen] = useState(hasMore);
  const singleKeys = useSingleKeys();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', does: 'Filter loaded bot users', run: () => field.current?.focus() }]);
  const all = formatNumber(loaded);
  const inactive = formatNumber(loaded - active);
  return (
    <>
      <div className={layout.tools}>
        <TextInput
          ref={field}
          type="search"
          className={layout.search}
          aria-label="Filter loaded bot users"
          aria-describedby="bot-user-count"
          aria-keyshortcuts={singleKeys ? '/' : undefined}
          placeholder={`Filter the ${all} loaded`}
          leftSection={<Search {...icon} />}
          value={address.text}
          error={address.textError && <FieldError text={address.textError} alert />}
          onChange={(event) => address.setText(event.currentTarget.value)}
        />
        <Segmented<Status>
          legend="Status"
          value={view.status}
          onChange={(status) => address.set(listViewParams({ status }))}
          options={[
            { value: 'all', text: 'All', count: all },
            { value: 'active', text: 'Active', name: 'Only active', count: formatNumber(active) },
            { value: 'inactive', text: 'Inactive', name: 'Only inactive', count: inactive },
          ]}
        />
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          leftSection={<ListFilter {...icon} />}
          onClick={() => setOpen(!isOpen)}
        >
          More filters
        </Button>
        <span className={layout.grow} />
        {children}
      </div>
      {isOpen && <MoreFilters view={view} onChange={address.set} />}
    </>
  );
}

type MoreFiltersProps = { view: ListView; onChange: (params: Record<string, string>) => void };

function MoreFilters({ view, onChange }: MoreFiltersProps) {
  const [duplicates, pressDuplicates] = usePressed(view.duplicates);
  const isGrouped = view.by === 'groups';
  const problem = dateProblem(view);
  return (
    <div className={`${layout.tools} ${styles.filters}`}>
      <Day label="Created from" value={view.from} onChange={(from) => onChange({ from })} />
      <Day label="Created to" value={view.to} onChange={(to) => onChange({ to })} />
      <Checkbox
        label="Possible duplicates"
        title="Names that are the same but for case, blanks or letters that look alike"
        checked={duplicates}
        onChange={(event) => {
          pressDuplicates(event.currentTarget.checked);
          onChange(listViewParams({ duplicates: event.currentTarget.checked }));
        }}
      />
      <Button
        variant="subtle"
        size="xs"
        aria-pressed={isGrouped}
        onClick={() => onChange(listViewParams({ by: isGrouped ? 'rows' : 'groups', group: null }))}
      >
        Name groups
      </Button>
      {problem && <FieldError text={problem} alert />}
    </div>
  );
}

type DayProps = { label: string; value: string; onChange: (day: string) => void };

function Day({ label, value, onChange }: DayProps) {
  const [day, typeDay] = usePressed(value);
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      className={styles.day}
      value={day}
      onChange={(event) => {
        typeDay(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
