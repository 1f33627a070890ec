import '#web/styles/more.css';
import { Button, Menu } from '@mantine/core';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';
import { icon } from '#web/ui/icon.ts';

/** The commands of a form's page that few need. */
export const MoreMenu = ({ curl, children }: { curl: string; children?: ReactNode }) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" rightSection={<ChevronDown {...icon} />}>
        More
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {children}
      <CopyMenuItem label="Copy as curl" text={curl} />
    </Menu.Dropdown>
  </Menu>
);
