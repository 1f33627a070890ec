import CircleAlert from 'lucide-react/icons/circle-alert';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './field-error.module.css';

type FieldErrorProps = { text: string; alert?: boolean; id?: string };

/** @param alert interrupts a screen reader: where no summary above the form does */
export function FieldError({ text, alert, id }: FieldErrorProps) {
  return (
    <span id={id} className={styles.error} role={alert ? 'alert' : undefined}>
      <CircleAlert {...icon} />
      <span>
        <span className="visually-hidden">Error: </span>
        <UntrustedText text={text} />
      </span>
    </span>
  );
}
