import { ActionIcon, Button, TextInput } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { lazy, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShownRows } from '#web/features/bot-users/export-rows.ts';
import { hasFilter, type ListView } from '#web/features/bot-users/list-view.ts';
import { MoreFilters } from '#web/features/bot-users/more-filters.tsx';
import { pathToOpen } from '#web/features/bot-users/path-to-open.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import type { Shown, Status } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { icon } from '#web/ui/icon.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import type { useViewParams } from '#web/ui/use-view-params.ts';
import styles from './tools.module.css';

const ExportMenu = lazy(async () => ({
  default: (await import('#web/features/bot-users/export-menu.tsx')).ExportMenu,
}));
const ListMenu = lazy(async () => ({
  default: (await import('#web/features/bot-users/list-menu.tsx')).ListMenu,
}));
const SelectFromListDialog = lazy(async () => ({
  default: (await import('#web/features/bot-users/select-from-list-dialog.tsx'))
    .SelectFromListDialog,
}));

type ToolsProps = {
  list: Loading;
  view: ListView;
  address: ReturnType<typeof useViewParams>;
  counts: Shown['counts'];
  /** What the list shows, for a file. */
  shown: ShownRows;
  /** The bar of the selection, in place of what is not about the selected rows. */
  children: ReactNode;
};

type Open = { what: 'more' | 'export'; button: HTMLElement } | { what: 'from-list' };

export function Tools({ list, view, address, counts, shown, children }: ToolsProps) {
  const [open, setOpen] = useState<Open>();
  const [showsFilters, setShowsFilters] = useState(view.from + view.to !== '');
  const field = useRef<HTMLInputElement>(null);
  const singleKeys = useSingleKeys();
  const navigate = useNavigate();
  useShortcuts([{ key: '/', does: 'Filter loaded bot users', run: () => field.current?.focus() }]);
  const exportLabel = `Export ${formatNumber(shown.rows.length)} shown`;
  const isSelecting = Boolean(children);

  const openMenu = (what: 'more' | 'export') => (event: MouseEvent<HTMLElement>) =>
    setOpen({ what, button: event.currentTarget });
  const close = (what: Open['what']) => () =>
    setOpen((before) => (before?.what === what ? undefined : before));

  /** A whole id, or an address that was pasted, leads to its page. */
  function openTyped(text: string) {
    const path = address.textError ? undefined : pathToOpen(text, list.pages);
    if (path !== undefined) void navigate(path);
  }

  return (
    <>
      <div
        className={styles.tools}
        data-open={showsFilters || undefined}
        data-selecting={isSelecting || undefined}
      >
        <TextInput
          ref={field}
          type="search"
          className={styles.search}
          aria-label="Filter loaded bot users"
          aria-describedby="bot-user-count"
          aria-keyshortcuts={singleKeys ? '/' : undefined}
          placeholder="Name or id"
          leftSection={<Search {...icon} />}
          value={address.text}
          error={address.textError}
          errorProps={{ role: 'alert' }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && openTyped(currentTarget.value)}
          onChange={(event) => address.setText(event.currentTarget.value)}
        />
        <div className={styles.status}>
          <Segments<Status>
            legend="Status"
            value={view.status}
            onChange={(status) => address.set({ status: status === 'all' ? '' : status })}
            options={[
              { value: 'all', text: 'All', count: formatNumber(counts.all) },
              {
                value: 'active',
                text: 'Active',
                name: 'Only active',
                count: formatNumber(counts.active),
              },
              {
                value: 'inactive',
                text: 'Inactive',
                name: 'Only inactive',
                count: formatNumber(counts.inactive),
              },
            ]}
          />
        </div>
        {children}
        <Button
          variant="subtle"
          className={styles.filter}
          data-on={hasFilter(view) || undefined}
          aria-expanded={showsFilters}
          leftSection={<ListFilter {...icon} />}
          onClick={() => setShowsFilters(!showsFilters)}
        >
          Filter
        </Button>
        {!isSelecting && (
          <>
            <span className={styles.grow} />
            <Button
              variant="subtle"
              className={styles.export}
              aria-haspopup="menu"
              aria-expanded={open?.what === 'export'}
              leftSection={<Download {...icon} />}
              onClick={openMenu('export')}
            >
              {exportLabel}
            </Button>
          </>
        )}
        <ActionIcon
          aria-label="More"
          aria-haspopup="menu"
          aria-expanded={open?.what === 'more'}
          onClick={openMenu('more')}
        >
          <Ellipsis {...icon} />
        </ActionIcon>
      </div>
      {showsFilters && <MoreFilters view={view} onChange={address.set} />}
      <OnDemand>
        {open?.what === 'export' && (
          <ExportMenu
            button={open.button}
            what={isSelecting ? 'selected' : 'shown'}
            shown={shown}
            onClose={close('export')}
          />
        )}
        {open?.what === 'more' && (
          <ListMenu
            button={open.button}
            showsFilters={showsFilters}
            onFilters={() => setShowsFilters(!showsFilters)}
            exportLabel={isSelecting ? undefined : exportLabel}
            onExport={() => setOpen({ what: 'export', button: open.button })}
            onFromList={() => setOpen({ what: 'from-list' })}
            onClose={close('more')}
          />
        )}
        {open?.what === 'from-list' && <SelectFromListDialog onClose={close('from-list')} />}
      </OnDemand>
    </>
  );
}
