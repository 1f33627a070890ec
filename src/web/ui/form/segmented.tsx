import { useId, useState } from 'react';
import styles from './segmented.module.css';

type SegmentedProps<Value extends string> = {
  legend: string;
  value: Value;
  /** `name` is the accessible name where it differs from the text. */
  options: ReadonlyArray<{ value: Value; text: string; name?: string; count?: string }>;
  onChange: (value: Value) => void;
};

export function Segmented<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: SegmentedProps<Value>) {
  const group = useId();
  const [chosen, press] = usePressed(value);
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={group}
            aria-label={option.name ?? option.text}
            aria-describedby={option.count === undefined ? undefined : `${group}-${option.value}`}
            checked={option.value === chosen}
            onChange={() => {
              press(option.value);
              onChange(option.value);
            }}
          />
          {option.text}
          {option.count !== undefined && (
            <span id={`${group}-${option.value}`}>{option.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Shows what was pressed at once; the value often comes from the address, a moment later. */
export function usePressed<Value extends string | boolean>(
  value: Value,
): [shown: Value, press: (value: Value) => void] {
  const [pressed, setPressed] = useState<Value>();
  if (pressed === value) setPressed(undefined);
  return [pressed ?? value, setPressed];
}
