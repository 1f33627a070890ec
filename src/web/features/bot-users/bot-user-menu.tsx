import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import type { Reach } from '#web/features/bot-users/reach.ts';
import { icon } from '#web/ui/icon.ts';
import { CopyMenuItem } from '#web/ui/copy-button.tsx';
import { InertMenuItem } from '#web/ui/inert-menu-item.tsx';

type BotUserMenuProps = {
  id: string;
  label: string;
  reach: Reach;
  /** Id of the text that says what is out of reach. */
  noteId: string;
  /** @param opener the menu's button, for the focus afterwards */
  onDelete: (opener: HTMLElement | null) => void;
};

export function BotUserMenu({ id, label, reach, noteId, onDelete }: BotUserMenuProps) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const { path, canChange } = reach;
  return (
    <Menu keepMounted={false}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`Actions for ${label}`}>
          <Ellipsis {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {path === undefined ? (
          <InertMenuItem label="Edit" reason={noteId} />
        ) : (
          <Menu.Item onClick={() => void navigate(path)}>Edit</Menu.Item>
        )}
        <CopyMenuItem label="Copy id" text={id} />
        {canChange ? (
          <>
            <CopyMenuItem
              label="Copy as curl"
              text={curlOf(botUserEndpoints.get, { params: { id } })}
            />
            <Menu.Divider />
            <Menu.Item data-danger onClick={() => onDelete(button.current)}>
              Delete…
            </Menu.Item>
          </>
        ) : (
          <>
            <InertMenuItem label="Copy as curl" reason={noteId} />
            <Menu.Divider />
            <InertMenuItem label="Delete…" reason={noteId} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
