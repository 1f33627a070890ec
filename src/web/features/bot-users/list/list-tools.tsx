import { Button, TextInput } from '@mantine/core';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useState, type ReactNode, type Ref } from 'react';
import {
  dateProblem,
  listViewParams,
  type ListView,
  type Status,
} from '#web/features/bot-users/view/list-view.ts';
import { MoreFilters } from '#web/features/bot-users/list/more-filters.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { icon } from '#web/ui/theme/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';

type ListToolsProps = {
  /** How many rows are loaded, and active. */
  list: { loaded: number; active: number };
  view: ListView;
  text: string;
  /** Why the text is not filtered by. */
  textError: string | undefined;
  onText: (text: string) => void;
  /** Writes fields of the view into the address. */
  onView: (params: Record<string, string>) => void;
  field: Ref<HTMLInputElement>;
  /** What else stands in the row. */
  children: ReactNode;
};

/** Find among what is loaded; all of it lives in the address. */
export function ListTools(props: ListToolsProps) {
  const { list, view, text, textError, onText, onView, field, children } = props;
  const hasMore = view.from + view.to !== '' || view.duplicates || view.by === 'groups';
  const [isOpen, setOpen] = useState(hasMore);
  const singleKeys = useSingleKeys();
  const all = formatNumber(list.loaded);
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
          value={text}
          error={textError && <FieldError text={textError} alert />}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <Segmented<Status>
          legend="Status"
          value={view.status}
          onChange={(status) => onView(listViewParams({ status }))}
          options={[
            { value: 'all', text: 'All', count: all },
            {
              value: 'active',
              text: 'Active',
              name: 'Only active',
              count: formatNumber(list.active),
            },
            {
              value: 'inactive',
              text: 'Inactive',
              name: 'Only inactive',
              count: formatNumber(list.loaded - list.active),
            },
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
      {isOpen && <MoreFilters view={view} problem={dateProblem(view)} onView={onView} />}
    </>
  );
}
