import { Group, Stack } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, type ReactNode } from 'react';
import { Details } from '#web/ui/notice.tsx';

type StateCardProps = {
  /** Missing: the sign of an error is shown. */
  icon?: LucideIcon;
  title: ReactNode;
  /** Something went wrong: the icon is red, and a screen reader is interrupted. */
  trouble?: boolean;
  details?: string | undefined;
  actions?: ReactNode;
  children?: ReactNode;
};

/** In place of rows or a form: nothing yet, nothing found, not allowed, not loaded. */
export function StateCard(props: StateCardProps) {
  const { icon: Icon = CircleAlert, title, trouble, details } = props;
  const id = useId();
  const colour = trouble ? 'var(--app-danger-text)' : 'var(--app-faint)';
  return (
    <Stack
      role={trouble ? 'alert' : undefined}
      aria-labelledby={trouble ? id : undefined}
      align="center"
      gap="sm"
      px="md"
      py="3rem"
      ta="center"
    >
      <Icon size={40} strokeWidth={0.9} color={colour} aria-hidden />
      <h2 id={id}>{title}</h2>
      <Stack gap="xs" maw="34rem" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {props.children}
        <Details text={details} />
      </Stack>
      {props.actions && (
        <Group gap="xs" justify="center">
          {props.actions}
        </Group>
      )}
    </Stack>
  );
}
