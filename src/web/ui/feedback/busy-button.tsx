import { Button, type ButtonProps } from '#web/ui/parts/button.tsx';
import styles from './busy-button.module.css';

/** Keeps its name, place and focus while it is busy, and drops presses: a disabled button would lose the focus. */
export function BusyButton({
  busy,
  onClick,
  leftSection,
  ...button
}: ButtonProps & { busy: boolean }) {
  return (
    <Button
      {...button}
      aria-disabled={busy || undefined}
      leftSection={busy ? <i className={styles.turning} /> : leftSection}
      onClick={(event) => {
        // The second press of a double click comes before `busy` does.
        if (busy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
