import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { dateProblem, type ListView } from '#web/features/bot-users/list-view.ts';
import styles from './tools.module.css';

type MoreFiltersProps = {
  view: ListView;
  /** Writes into the address; an empty text takes a field out. */
  onChange: (fields: Record<string, string>) => void;
};

export function MoreFilters({ view, onChange }: MoreFiltersProps) {
  const problem = dateProblem(view);
  const problemId = useId();
  const days = [
    ['from', 'Created from'],
    ['to', 'Created to'],
  ] as const;
  return (
    <div className={styles.filters}>
      {days.map(([field, label]) => (
        <TextInput
          key={field}
          type="date"
          label={label}
          className={styles.day}
          error={problem !== undefined}
          // Mantine would set one of its own, of a description that is not there.
          attributes={{ input: problem ? { 'aria-describedby': problemId } : {} }}
          // The browser keeps a day that is typed half; the address has whole ones.
          defaultValue={view[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      {problem && (
        <p id={problemId} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
