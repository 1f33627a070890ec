import { useId } from 'react';
import type { Mode } from '#web/features/routes/apply/build-plan.ts';
import { edit, type Enforcement, type OrderDraft } from '#web/features/routes/apply/order-draft.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from './apply.module.css';

const MODES: ReadonlyArray<{ mode: Mode; text: string; hint: string }> = [
  {
    mode: 'add',
    text: 'Add these policies',
    hint: 'Existing policies stay. Routes without an IP restriction get one, with enforcement on.',
  },
  { mode: 'remove', text: 'Remove these policies', hint: 'Everything else stays.' },
  {
    mode: 'replace',
    text: 'Replace with these',
    hint: 'Each route gets exactly these. The plan shows what each one loses.',
  },
  { mode: 'enforce', text: 'Only set enforcement', hint: 'The policies stay as they are.' },
];

export function ChooseMode({ mode }: { mode: Mode }) {
  const group = useId();
  return (
    <fieldset className={styles.part}>
      <legend>What to do</legend>
      <div className={styles.mode}>
        {MODES.map(({ mode: each, text, hint }) => (
          <div key={each}>
            <label>
              <input
                type="radio"
                name={group}
                aria-describedby={`${group}-${each}`}
                checked={each === mode}
                onChange={() => edit({ mode: each, said: '', fieldError: '' })}
              />
              {text}
            </label>
            <p id={`${group}-${each}`} className={`${layout.muted} ${layout.small}`}>
              {hint}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const ON_OFF: ReadonlyArray<{ value: Enforcement; text: string }> = [
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
];
const OR_AS_IT_IS = [...ON_OFF, { value: 'as-is', text: 'As it is' } as const];

export function ChooseEnforcement({ draft: { mode, enforcement } }: { draft: OrderDraft }) {
  return (
    <div className={styles.part}>
      <div className={styles.enforcement}>
        <span aria-hidden>Enforcement</span>
        <Segmented
          legend="Enforcement"
          value={mode === 'enforce' && enforcement === 'as-is' ? 'on' : enforcement}
          options={mode === 'replace' ? OR_AS_IT_IS : ON_OFF}
          onChange={(next) => edit({ enforcement: next })}
        />
        {mode === 'replace' && enforcement === 'as-is' && (
          <span className={`${layout.muted} ${layout.small}`}>
            On where a route has no IP restriction yet.
          </span>
        )}
      </div>
    </div>
  );
}
