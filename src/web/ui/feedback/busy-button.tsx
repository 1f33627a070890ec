import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { busy: boolean };

/** Keeps its name, place and focus while it is busy, and drops presses. Mantine's `loading` would lose the focus. */
export function BusyButton({ busy, onClick, children, leftSection, ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      aria-disabled={busy || undefined}
      leftSection={busy ? <Loader size={14} color="currentcolor" aria-hidden /> : leftSection}
      onClick={(event) => {
        // The second press of a double click comes before `busy` does.
        if (busy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </Button>
  );
}
