import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { curlOf } from '#web/api/call.ts';
import { useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';

type ListMenuProps = { button: HTMLElement; onFromList: () => void; onClose: () => void };

/** What the list can do that needs no button of its own. */
export function ListMenu({ button, onFromList, onClose }: ListMenuProps) {
  const selected = useSelectedIds();
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      <Menu.Item onClick={onFromList}>Select from a list…</Menu.Item>
      {selected.size > 0 && <CopyMenuItem label="Copy ids" text={[...selected].join('\n')} />}
      <CopyMenuItem
        label="Copy as curl"
        text={curlOf(botUserEndpoints.list, { query: { limit: String(PAGE_LIMIT_MAX) } })}
      />
    </AnchoredMenu>
  );
}
