import { Button, Loader, type ButtonProps } from '@mantine/core';
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';

type SubmitButtonProps = ButtonProps &
  Pick<ComponentProps<'button'>, 'id' | 'form' | 'aria-describedby'> & {
    type?: 'submit' | 'button';
    busy?: boolean | undefined;
    /** Why it does nothing now, said beside it. */
    refusal?: string | undefined;
    onClick?: (event: MouseEvent) => unknown;
    children: ReactNode;
  };

/** Keeps its name, place and focus while it is busy, and drops presses: a disabled button would lose the focus. */
export function SubmitButton({ busy, refusal, onClick, children, ...button }: SubmitButtonProps) {
  const id = useId();
  const isOff = busy || refusal !== undefined;
  return (
    <>
      <Button
        type="submit"
        {...button}
        aria-disabled={isOff || undefined}
        aria-describedby={refusal === undefined ? button['aria-describedby'] : id}
        onClick={(event) => {
          // The second press of a double click comes before `busy` does.
          if (isOff || event.detail > 1) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {/* In the padding, so that the words stay in their place. */}
        {busy && <Loader size={12} color="currentcolor" pos="absolute" left={3} />}
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
