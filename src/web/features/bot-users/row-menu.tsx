import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { duplicatePath } from '#web/features/bot-users/start-values.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { AnchoredMenu, InertMenuItem } from '#web/ui/anchored-menu.tsx';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';

type RowMenuProps = {
  bot: BotUser;
  button: HTMLElement;
  onOpen: (path: string) => void;
  onDelete: () => void;
  onClose: () => void;
};

export function RowMenu({ bot, button, onOpen, onDelete, onClose }: RowMenuProps) {
  const navigate = useNavigate();
  const { id } = bot;
  const { path, canRequest, note = '' } = permissionsOf(bot);
  const creation = useWriteRefusal(botUserEndpoints.create);
  const deletion =
    useWriteRefusal(botUserEndpoints.remove, { id }) ?? (canRequest ? undefined : note);
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      {path === undefined ? (
        <InertMenuItem label="Edit" reason={note} />
      ) : (
        <Menu.Item onClick={() => onOpen(path)}>Edit</Menu.Item>
      )}
      <CopyMenuItem label="Copy id" text={id} />
      {canRequest ? (
        <CopyMenuItem
          label="Copy as curl"
          text={curlOf(botUserEndpoints.get, { params: { id } })}
        />
      ) : (
        <InertMenuItem label="Copy as curl" reason={note} />
      )}
      {creation === undefined ? (
        <Menu.Item onClick={() => void navigate(duplicatePath(bot))}>Duplicate…</Menu.Item>
      ) : (
        <InertMenuItem label="Duplicate…" reason={creation} />
      )}
      <Menu.Divider />
      {deletion === undefined ? (
        <Menu.Item color="danger" onClick={onDelete}>
          Delete…
        </Menu.Item>
      ) : (
        <InertMenuItem label="Delete…" reason={deletion} />
      )}
    </AnchoredMenu>
  );
}
