import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { curlOf } from '#web/api/call.ts';
import { useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';

type ListMenuProps = {
  button: HTMLElement;
  showsFilters: boolean;
  onFilters: () => void;
  /** Of the button for which a narrow screen has no room. */
  exportLabel: string | undefined;
  onExport: () => void;
  onFromList: () => void;
  onClose: () => void;
};

/** What the list can do that needs no button of its own. */
export function ListMenu(props: ListMenuProps) {
  const { button, showsFilters, onFilters, exportLabel, onExport, onFromList, onClose } = props;
  const selected = useSelectedIds();
  const isNarrow = window.matchMedia('(max-width: 42rem)').matches;
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      {exportLabel !== undefined && isNarrow && (
        <Menu.Item onClick={onExport}>{exportLabel}</Menu.Item>
      )}
      <Menu.CheckboxItem checked={showsFilters} closeMenuOnClick onChange={onFilters}>
        More filters
      </Menu.CheckboxItem>
      <Menu.Item onClick={onFromList}>Select from a list…</Menu.Item>
      <Menu.Divider />
      {selected.size > 0 && <CopyMenuItem label="Copy ids" text={[...selected].join('\n')} />}
      <CopyMenuItem
        label="Copy as curl"
        text={curlOf(botUserEndpoints.list, { query: { limit: String(PAGE_LIMIT_MAX) } })}
      />
      <CopyMenuItem label="Copy link" text={document.URL} />
    </AnchoredMenu>
  );
}
