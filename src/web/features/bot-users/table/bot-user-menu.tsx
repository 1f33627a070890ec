import { Menu } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import type { Reach } from '#web/features/bot-users/data/addressability.ts';
import { CopyMenuItem } from '#web/ui/form/copy-button.tsx';
import { InertMenuItem } from '#web/ui/table/inert-menu-item.tsx';
import { RowButton } from '#web/ui/table/row-controls.tsx';

type BotUserMenuProps = {
  id: string;
  /** Of its button. */
  name: string;
  reach: Reach;
  /** Id of the text that says what is out of reach. */
  noteId: string;
  onDelete: () => void;
};

/** Only a button until it is pressed: most menus of a long table never are. */
export function BotUserMenu(props: BotUserMenuProps) {
  const [isUsed, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isUsed) return <UsedMenu {...props} button={button} />;
  return (
    <RowButton
      drawing="more"
      aria-label={props.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => {
        flushSync(() => setUsed(true));
        // The menu remembers what has the focus when it opens, to give it back.
        button.current?.focus();
        button.current?.click();
      }}
    />
  );
}

type UsedMenuProps = BotUserMenuProps & { button: RefObject<HTMLButtonElement | null> };

function UsedMenu({ id, name, reach, noteId, onDelete, button }: UsedMenuProps) {
  const navigate = useNavigate();
  const { path, canChange } = reach;
  return (
    <Menu keepMounted={false}>
      <Menu.Target>
        <RowButton ref={button} drawing="more" aria-label={name} />
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
            <Menu.Item data-danger onClick={onDelete}>
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
