import { VisuallyHidden } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { icon } from '#web/ui/theme/icon.ts';
import styles from './form.module.css';

/** @param alert interrupts a screen reader: where no summary above the form does */
export function FieldError({ text, alert }: { text: string; alert?: boolean }) {
  return (
    <span className={styles.fieldError} role={alert ? 'alert' : undefined}>
      <CircleAlert {...icon} />
      <span>
        <VisuallyHidden component="span">Error: </VisuallyHidden>
        <UntrustedText text={text} />
      </span>
    </span>
  );
}
