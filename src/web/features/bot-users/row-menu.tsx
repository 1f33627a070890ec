import { Menu } from '@mantine/core';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/curl.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { AnchoredMenu, CommandItem, CopyMenuItem } from '#web/ui/anchored-menu.tsx';

type RowMenuProps = {
  bot: BotUser;
  button: HTMLElement;
  onOpen: () => void;
  onDelete: () => void;
  onClose: () => void;
};

export function RowMenu({ bot, button, onOpen, onDelete, onClose }: RowMenuProps) {
  const { id } = bot;
  const { path, refusal } = permissionsOf(bot);
  const deletion = useWriteRefusal(botUserEndpoints.remove, { id });
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      <CommandItem
        label="Edit"
        refusal={path === undefined ? refusal : undefined}
        onClick={onOpen}
      />
      <CopyMenuItem label="Copy id" text={id} />
      {path === undefined ? (
        <CommandItem label="Copy as curl" refusal={refusal} />
      ) : (
        <CopyMenuItem
          label="Copy as curl"
          text={curlOf(botUserEndpoints.get, { params: { id } })}
        />
      )}
      <Menu.Divider />
      <CommandItem label="Delete…" isDanger refusal={deletion ?? refusal} onClick={onDelete} />
    </AnchoredMenu>
  );
}
