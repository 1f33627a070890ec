import { Button, Group, Text } from '@mantine/core';
import { useEffect, type ReactNode, type Ref } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './bulk-bar.module.css';

type BulkBarProps = {
  selected: number;
  /** Those of them that a filter hides. */
  hidden: number;
  onClear: () => void;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

/** What can be done with the selected rows, in the place of the tools of their list. */
export function BulkBar({ selected, hidden, onClear, children, ref }: BulkBarProps) {
  const notShown = hidden > 0 ? `, ${formatNumber(hidden)} not shown` : '';
  const text = `${formatNumber(selected)} selected${notShown}`;
  // A live region that comes with its text, as the bar does, would say nothing of the first ones.
  useEffect(() => announce(`${text}.`), [text]);
  // On a phone it would cover the row that was pressed.
  useEffect(() => {
    if (matchMedia('(width <= 47rem)').matches)
      document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <Group
      ref={ref}
      role="group"
      aria-label="Bulk actions"
      gap={4}
      flex="1 1 auto"
      px="xs"
      py={4}
      mih={36}
      bg="var(--app-accent-soft)"
      className={styles.bar}
    >
      <Text component="strong" mr="xs" c="var(--app-accent-text)">
        {text}
      </Text>
      {children}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        <span>
          Clear<span className="wide"> selection</span>
        </span>
      </Button>
    </Group>
  );
}
