import { useState } from 'react';
import { isOver } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/job-parts.ts';
import { session } from '#web/session/session.ts';
import { getColorScheme, setColorScheme } from '#web/lib/color-scheme.ts';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import {
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuPanel,
  MenuRadioGroup,
  MenuRadioItem,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

const SCHEMES = { auto: 'System', light: 'Light', dark: 'Dark' };

export type AccountMenuActions = {
  onShortcuts: () => void;
  /** @param opener gets the focus back */
  onRecentChanges: (opener: HTMLElement | null) => void;
};

type AccountMenuPanelProps = MenuState &
  AccountMenuActions & {
    /** Signing out would end a job. */
    onAskFirst: () => void;
  };

export function AccountMenuPanel(props: AccountMenuPanelProps) {
  const { onShortcuts, onRecentChanges, onAskFirst, ...menu } = props;
  const [colorScheme, setChosen] = useState(getColorScheme);
  const singleKeys = useSingleKeys();
  return (
    <MenuPanel {...menu}>
      <MenuItem onClick={() => onRecentChanges(menu.button.current)}>Recent changes</MenuItem>
      <MenuItem onClick={onShortcuts} rightSection={singleKeys && <kbd aria-hidden>?</kbd>}>
        Keyboard shortcuts
      </MenuItem>
      <MenuDivider />
      <MenuLabel>Colour scheme</MenuLabel>
      <MenuRadioGroup
        value={colorScheme}
        onChange={(scheme) => {
          setChosen(scheme);
          setColorScheme(scheme);
        }}
      >
        {Object.entries(SCHEMES).map(([value, label]) => (
          <MenuRadioItem key={value} value={value}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuDivider />
      <MenuItem onClick={() => (isJobUnderWay() ? onAskFirst() : session.end('signed-out'))}>
        Sign out
      </MenuItem>
    </MenuPanel>
  );
}

function isJobUnderWay() {
  const job = currentJob.get();
  return job !== undefined && !isOver(job);
}
