import { useId } from 'react';
import { Button, type ButtonProps } from '#web/ui/parts/button.tsx';
import styles from './busy-button.module.css';

/**
 * Keeps its name, place and focus while it is busy, and drops presses: a disabled button would lose the focus.
 *
 * @param refusal why it does nothing now, said beside it
 */
export function BusyButton({
  busy = false,
  refusal,
  onClick,
  leftSection,
  'aria-describedby': describedBy,
  ...button
}: ButtonProps & { busy?: boolean; refusal?: string | undefined }) {
  const id = useId();
  const isOff = busy || refusal !== undefined;
  return (
    <>
      <Button
        {...button}
        aria-disabled={isOff || undefined}
        aria-describedby={refusal === undefined ? describedBy : `${id} ${describedBy ?? ''}`.trim()}
        leftSection={busy ? <i className={styles.turning} /> : leftSection}
        onClick={(event) => {
          // The second press of a double click comes before `busy` does.
          if (isOff || event.detail > 1) event.preventDefault();
          else onClick?.(event);
        }}
      />
      {refusal !== undefined && (
        <span id={id} className={styles.refusal}>
          {refusal}
        </span>
      )}
    </>
  );
}
