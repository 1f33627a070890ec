import ListFilter from 'lucide-react/icons/list-filter';
import ListChecks from 'lucide-react/icons/list-checks';
import Search from 'lucide-react/icons/search';
import { useRef, useState, type ReactNode } from 'react';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import {
  listViewParams,
  type ListView,
  type Status,
} from '#web/features/bot-users/view/list-view.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import type { useViewParams } from '#web/ui/table/use-view-params.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';

const MoreFilters = late(listParts, (parts) => parts.MoreFilters);
const SelectFromListDialog = late(
  listParts,
  (parts) => parts.SelectFromListDialog,
  ChunkErrorDialog,
);

type ListToolsProps = {
  list: BotUserListState;
  view: ListView;
  address: ReturnType<typeof useViewParams>;
  children: ReactNode;
};

export function ListTools({ list, view, address, children }: ListToolsProps) {
  const { loaded, active } = list;
  const hasMore = view.from + view.to !== '' || view.duplicates || view.by === 'groups';
  const [isOpen, setOpen] = useState(hasMore);
  const [isFromList, setFromList] = useState(false);
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
        <Button
          variant="subtle"
          size="xs"
          leftSection={<ListChecks {...icon} />}
          onClick={() => setFromList(true)}
        >
          Select from a list…
        </Button>
        <span className={layout.grow} />
        {children}
      </div>
      {isOpen && <MoreFilters view={view} onChange={address.set} />}
      {isFromList && <SelectFromListDialog list={list} onClose={() => setFromList(false)} />}
    </>
  );
}
