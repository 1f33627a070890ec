import { Button, Loader, type ButtonProps } from '@mantine/core';
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { announce } from '#web/ui/announcer.tsx';

type SubmitButtonProps = ButtonProps &
  Pick<ComponentProps<'button'>, 'id' | 'form' | 'aria-describedby'> & {
    /** Without `onClick` it submits. */
    type?: 'submit';
    busy?: boolean | undefined;
    /** Why it does nothing now, said beside it. */
    refusal?: string | undefined;
    onClick?: (event: MouseEvent) => unknown;
    children: ReactNode;
  };

/** Keeps its name, place and focus while it is busy, and drops presses: a disabled button would lose the focus. */
export function SubmitButton(props: SubmitButtonProps) {
  const { busy, refusal, leftSection, onClick, children, ...button } = props;
  const id = useId();
  const isOff = busy || refusal !== undefined;
  return (
    <>
      <Button
        variant="filled"
        type={onClick ? 'button' : 'submit'}
        {...button}
        leftSection={busy && leftSection ? <Loader size={16} color="currentcolor" /> : leftSection}
        aria-disabled={isOff || undefined}
        aria-describedby={refusal === undefined ? button['aria-describedby'] : id}
        onClick={(event) => {
          // The second press of a double click comes before `busy` does.
          if (isOff || event.detail > 1) event.preventDefault();
          else onClick?.(event);
          // Enter in a field presses it from afar.
          if (refusal !== undefined) announce(refusal);
        }}
      >
        {/* Without an icon whose place it takes, in the padding, so that the words stay in theirs. */}
        {busy && !leftSection && <Loader size={12} color="currentcolor" pos="absolute" left={3} />}
        {children}
      </Button>
      {refusal !== undefined && (
        <span id={id} className="dim">
          {refusal}
        </span>
      )}
    </>
  );
}
