import { Button, Loader, type ButtonProps } from '@mantine/core';
import { useId, type MouseEvent, type ReactNode } from 'react';

type SubmitButtonProps = ButtonProps & {
  type?: 'submit' | 'button';
  id?: string;
  /** Id of a form elsewhere. */
  form?: string;
  busy?: boolean;
  /** Why it does nothing now, said beside it. */
  refusal?: string | undefined;
  onClick?: (event: MouseEvent) => unknown;
  'aria-describedby'?: string | undefined;
  children: ReactNode;
};

/** Keeps its name, place and focus while it is busy, and drops presses: a disabled button would lose the focus. */
export function SubmitButton({
  type = 'submit',
  busy = false,
  refusal,
  onClick,
  'aria-describedby': describedBy,
  children,
  ...button
}: SubmitButtonProps) {
  const id = useId();
  const isOff = busy || refusal !== undefined;
  return (
    <>
      <Button
        {...button}
        type={type}
        aria-disabled={isOff || undefined}
        aria-describedby={refusal === undefined ? describedBy : id}
        onClick={(event) => {
          // The second press of a double click comes before `busy` does.
          if (isOff || event.detail > 1) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {/* In the padding, so that the words stay in their place. */}
        {busy && (
          <Loader size={12} color="currentcolor" style={{ position: 'absolute', left: 3 }} />
        )}
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
