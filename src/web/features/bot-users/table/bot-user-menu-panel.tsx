import { useNavigate } from 'react-router-dom';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import type { Reach } from '#web/features/bot-users/data/addressability.ts';
import {
  CopyMenuItem,
  InertMenuItem,
  MenuDivider,
  MenuItem,
  MenuPanel,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type BotUserMenuProps = {
  id: string;
  reach: Reach;
  /** Id of the text that says what is out of reach. */
  noteId: string;
  onDelete: () => void;
};

export function BotUserMenuPanel({
  id,
  reach,
  noteId,
  onDelete,
  ...menu
}: BotUserMenuProps & MenuState) {
  const navigate = useNavigate();
  const { path, canAsk } = reach;
  const refusal = useWriteRefusal(botUserEndpoints.remove, { id });
  return (
    <MenuPanel {...menu}>
      {path === undefined ? (
        <InertMenuItem label="Edit" reason={noteId} />
      ) : (
        <MenuItem onClick={() => void navigate(path)}>Edit</MenuItem>
      )}
      <CopyMenuItem label="Copy id" text={id} />
      {canAsk ? (
        <>
          <CopyMenuItem
            label="Copy as curl"
            text={curlOf(botUserEndpoints.get, { params: { id } })}
          />
          <MenuDivider />
          {refusal === undefined ? (
            <MenuItem data-danger onClick={onDelete}>
              Delete…
            </MenuItem>
          ) : (
            <InertMenuItem label="Delete…" text={refusal} />
          )}
        </>
      ) : (
        <>
          <InertMenuItem label="Copy as curl" reason={noteId} />
          <MenuDivider />
          <InertMenuItem label="Delete…" reason={noteId} />
        </>
      )}
    </MenuPanel>
  );
}
