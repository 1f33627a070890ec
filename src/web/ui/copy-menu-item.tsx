import { Menu } from '@mantine/core';
import { useCopy, type CopyProps } from '#web/ui/copy.tsx';

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  return (
    <>
      <Menu.Item
        aria-label={label}
        closeMenuOnClick={false}
        rightSection={copied !== undefined && 'Copied'}
        onClick={() => copy(text)}
      >
        {label}
      </Menu.Item>
      {byHand}
    </>
  );
}
