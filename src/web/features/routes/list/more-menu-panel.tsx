import { useMemo } from 'react';
import { useConfig } from '#web/api/config.ts';
import { downloadListFile } from '#web/features/routes/add/list-file.ts';
import { hasChanged } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { toStatesFile } from '#web/features/routes/list/export-states.ts';
import type { MoreMenuProps } from '#web/features/routes/list/more-menu.tsx';
import { policyBook } from '#web/features/routes/policies/policy-book.ts';
import { download } from '#web/lib/download.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { MenuDivider, MenuItem, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export function MoreMenuPanel({
  all,
  shown,
  onPolicyNames,
  ...menu
}: MoreMenuProps & MenuState & { onPolicyNames: () => void }) {
  const host = useConfig().service_host;
  const receipt = useReceipt();
  const changed = useMemo(() => all.filter(hasChanged).length, [all]);

  function exportStates() {
    const day = new Date().toISOString().slice(0, 10);
    const name = `route-states-${host.replace(/\W+/g, '-')}-${day}.csv`;
    download(toStatesFile(shown, policyBook().nameOf), name, 'text/csv');
  }

  function markSeen() {
    const undo = knownRoutes().markSeen();
    receipt({ text: `${count(changed, 'change')} marked as seen.`, undo });
  }

  return (
    <MenuPanel {...menu}>
      {changed > 0 && (
        <>
          <MenuItem onClick={markSeen}>Mark {formatNumber(changed)} as seen</MenuItem>
          <MenuDivider />
        </>
      )}
      {shown.length > 0 && <MenuItem onClick={exportStates}>Export states</MenuItem>}
      {all.length > 0 && (
        <>
          <MenuItem onClick={() => downloadListFile([...all], host)}>Export list</MenuItem>
          <MenuDivider />
        </>
      )}
      <MenuItem onClick={onPolicyNames}>Policy names…</MenuItem>
    </MenuPanel>
  );
}
