import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShownRows } from '#web/features/bot-users/list-menus.tsx';
import { pathToOpen } from '#web/features/bot-users/typed-id.ts';
import type { ListView, Shown, Status } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { icon } from '#web/ui/icon.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import type { useViewParams } from '#web/ui/use-view-params.ts';
import styles from './bot-users-page.module.css';

const ExportMenu = onDemand(() => import('#web/features/bot-users/list-menus.tsx'), 'ExportMenu');
const ListMenu = onDemand(() => import('#web/features/bot-users/list-menus.tsx'), 'ListMenu');
const SelectFromListDialog = onDemand(
  () => import('#web/features/bot-users/select-from-list-dialog.tsx'),
  'SelectFromListDialog',
);

type ToolsProps = {
  view: ListView;
  address: ReturnType<typeof useViewParams>;
  counts: Shown['counts'];
  /** What the list shows, for a file. */
  shown: ShownRows;
  /** The bar of the selection, in place of what is not about the selected rows. */
  children: ReactNode;
};

type Open = { what: 'more' | 'export'; button: HTMLElement };

const SEGMENTS: ReadonlyArray<{ value: Status; text: string; name?: string }> = [
  { value: 'all', text: 'All' },
  { value: 'active', text: 'Active', name: 'Only active' },
  { value: 'inactive', text: 'Inactive', name: 'Only inactive' },
];

export function Tools({ view, address, counts, shown, children }: ToolsProps) {
  const [open, setOpen] = useState<Open>();
  const [isPasting, setPasting] = useState(false);
  const [isUnfolded, setUnfolded] = useState(view.status !== 'all');
  const field = useRef<HTMLInputElement>(null);
  const singleKeys = useSingleKeys();
  const navigate = useNavigate();
  useShortcuts([{ key: '/', does: 'Filter loaded bot users', run: () => field.current?.focus() }]);
  const isSelecting = Boolean(children);

  const opener = (what: Open['what']) => ({
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open?.what === what,
    onClick: (event: MouseEvent<HTMLElement>) => setOpen({ what, button: event.currentTarget }),
  });
  const menu = open && { button: open.button, onClose: () => setOpen(undefined) };

  /** A whole id, or an address that was pasted, leads to its page. */
  function openTyped(text: string) {
    const path = address.textError ? undefined : pathToOpen(text);
    if (path !== undefined) void navigate(path);
  }

  return (
    <>
      <Group
        gap="xs"
        px="sm"
        py="xs"
        // The bar wraps inside itself: "More" stays beside it.
        wrap={isSelecting ? 'nowrap' : 'wrap'}
        className="screen-only ruled"
      >
        <TextInput
          ref={field}
          type="search"
          flex={`1 0 ${isSelecting ? 'min(10rem, 45%)' : '6rem'}`}
          maw="20rem"
          aria-label="Filter loaded bot users"
          aria-keyshortcuts={singleKeys ? '/' : undefined}
          placeholder="Name or id"
          leftSection={<Search {...icon} />}
          value={address.text}
          error={address.textError}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && openTyped(currentTarget.value)}
          onChange={(event) => address.setText(event.currentTarget.value)}
        />
        {children}
        {!isSelecting && (
          <>
            <div className="folded" data-open={isUnfolded || undefined}>
              <Segments<Status>
                legend="Status"
                value={view.status}
                onChange={(status) => address.set({ status: status === 'all' ? '' : status })}
                options={SEGMENTS.map((each) => ({
                  ...each,
                  count: formatNumber(counts[each.value]),
                }))}
              />
            </div>
            <Button
              variant="subtle"
              px="xs"
              className={styles.filter}
              aria-expanded={isUnfolded}
              leftSection={<ListFilter {...icon} />}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              <span className="wide">Filter</span>
            </Button>
            <Button
              variant="subtle"
              px="xs"
              ml="auto"
              leftSection={<Download {...icon} />}
              {...opener('export')}
            >
              <span className="wide">Export {formatNumber(shown.rows.length)} shown</span>
            </Button>
          </>
        )}
        <ActionIcon aria-label="More" {...opener('more')}>
          <Ellipsis {...icon} />
        </ActionIcon>
      </Group>
      {menu && open.what === 'export' && <ExportMenu {...menu} what="Shown" shown={shown} />}
      {menu && open.what === 'more' && <ListMenu {...menu} onFromList={() => setPasting(true)} />}
      {isPasting && <SelectFromListDialog onClose={() => setPasting(false)} />}
    </>
  );
}
