import { useId } from 'react';
import {
  dateProblem,
  listViewParams,
  type ListView,
} from '#web/features/bot-users/view/list-view.ts';
import { useQuarantine } from '#web/features/bot-users/quarantine/quarantine.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { usePressed } from '#web/ui/form/segmented.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './more-filters.module.css';

type MoreFiltersProps = { view: ListView; onChange: (params: Record<string, string>) => void };

export function MoreFilters({ view, onChange }: MoreFiltersProps) {
  const [duplicates, pressDuplicates] = usePressed(view.duplicates);
  const isGrouped = view.by === 'groups';
  const problem = dateProblem(view);
  const problemId = useId();
  const errorId = problem ? problemId : undefined;
  const inQuarantine = useQuarantine().length;
  return (
    <div className={`${layout.tools} ${styles.filters}`}>
      <Day
        label="Created from"
        value={view.from}
        errorId={errorId}
        onChange={(from) => onChange({ from })}
      />
      <Day
        label="Created to"
        value={view.to}
        errorId={errorId}
        onChange={(to) => onChange({ to })}
      />
      <Checkbox
        label="Possible duplicates"
        title="Names that are the same but for case, blanks or letters that look alike"
        checked={duplicates}
        onChange={(event) => {
          pressDuplicates(event.currentTarget.checked);
          onChange(listViewParams({ duplicates: event.currentTarget.checked }));
        }}
      />
      <Button
        variant="subtle"
        size="xs"
        aria-pressed={isGrouped}
        onClick={() => onChange(listViewParams({ by: isGrouped ? 'rows' : 'groups', group: null }))}
      >
        Name groups
      </Button>
      {inQuarantine > 0 && (
        <LinkButton variant="subtle" size="xs" to={paths.quarantine}>
          Quarantine ({formatNumber(inQuarantine)})
        </LinkButton>
      )}
      {problem && <FieldError id={problemId} text={problem} alert />}
    </div>
  );
}

type DayProps = {
  label: string;
  value: string;
  /** Of what is wrong with both days. */
  errorId: string | undefined;
  onChange: (day: string) => void;
};

function Day({ label, value, errorId, onChange }: DayProps) {
  const [day, typeDay] = usePressed(value);
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      className={styles.day}
      error={errorId !== undefined}
      aria-describedby={errorId}
      value={day}
      onChange={(event) => {
        typeDay(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
