import { fieldText, tomorrowAtNine, untilLabel } from '#web/features/routes/confirm/until-text.ts';
import layout from '#web/ui/layout/layout.module.css';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from '../routes.module.css';

type UntilFieldProps = {
  id: string;
  /** `2026-11-23T05:34` in the shown zone; empty: no end. */
  value: string;
  error: string;
  onChange: (value: string) => void;
};

const HOUR = 3_600_000;

const QUICK: Array<[label: string, at: () => number]> = [
  ['1 h', () => Date.now() + HOUR],
  ['4 h', () => Date.now() + 4 * HOUR],
  ['Tomorrow 09:00', tomorrowAtNine],
];

/** Until when enforcement is to be off. A note for people: nothing happens by itself. */
export function UntilField({ id, value, error, onChange }: UntilFieldProps) {
  return (
    <div className={styles.until}>
      <TextInput
        id={id}
        type="datetime-local"
        label={untilLabel()}
        description="Optional. You will be reminded; nothing turns on by itself."
        error={error && <FieldError alert text={error} />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div role="group" aria-label="Off for" className={layout.row}>
        {QUICK.map(([label, at]) => (
          <Button key={label} variant="default" size="xs" onClick={() => onChange(fieldText(at()))}>
            {label}
          </Button>
        ))}
        {value !== '' && (
          <Button variant="subtle" size="xs" onClick={() => onChange('')}>
            No end
          </Button>
        )}
      </div>
    </div>
  );
}
