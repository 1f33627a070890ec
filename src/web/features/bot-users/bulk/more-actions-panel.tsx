import { useState } from 'react';
import { CopyMenuItem, InertMenuItem, MenuItem, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type Blocked = {
  isBlocked?: boolean;
  /** Id of the text that says why. */
  reasonId?: string;
};

type Command = Blocked & {
  label: string;
  onPress: () => void;
  /** On a wide page it has its own button. */
  isInBar?: boolean;
};

export type MoreActionsProps = { commands: readonly Command[]; ids: ReadonlySet<string> };

/** What has no room in the bar: more on a narrow page, where styles hide those buttons. */
export function MoreActionsPanel({ commands, ids, ...menu }: MoreActionsProps & MenuState) {
  const [isNarrow] = useState(() => matchMedia('(max-width: 64rem)').matches);
  return (
    <MenuPanel {...menu}>
      {commands
        .filter(({ isInBar }) => isNarrow || !isInBar)
        .map(({ label, onPress, isBlocked = false, reasonId = '' }) =>
          isBlocked ? (
            <InertMenuItem key={label} label={label} reason={reasonId} />
          ) : (
            <MenuItem key={label} onClick={onPress}>
              {label}
            </MenuItem>
          ),
        )}
      {/* Of 100,000 ids the text has megabytes; it takes a few milliseconds. */}
      <CopyMenuItem label="Copy ids" text={[...ids].join('\n')} />
    </MenuPanel>
  );
}
