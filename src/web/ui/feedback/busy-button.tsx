import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { busy: boolean };

/**
 * A button that keeps its name, its place and the focus while its work is under way; presses are dropped then.
 *
 * Mantine's own `loading` disables the button, which throws the focus away.
 */
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
