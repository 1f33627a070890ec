import { useId, useState } from 'react';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import type { Rollout, TargetKind } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { ROLLOUT } from '#web/jobs/rollout.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './rollout-fields.module.css';

/** Nothing at all is a choice of its own. */
const isNoNumber = (text: string) => text.trim() !== '' && !/^\s*[1-9]\d{0,5}\s*$/.test(text);

/** In how many steps the plan is carried out, and what it bears. Kept in the plan, so that a reload keeps it. */
export function RolloutFields({ target, rollout }: { target: TargetKind; rollout: Rollout }) {
  const [text, setText] = useState(String(rollout.stopAfter ?? ''));
  const [hintId, errorId] = [useId(), useId()];
  const isWrong = isNoNumber(text);

  function change(next: Partial<Rollout>) {
    const plan = jobs.plan();
    if (plan) jobs.setPlan({ ...plan, rollout: { ...rollout, ...next } });
  }

  function changeMost(next: string) {
    setText(next);
    // What cannot be read stops it soonest.
    const most = isNoNumber(next) ? 1 : Number(next);
    change({ stopAfter: next.trim() === '' ? null : most });
  }

  return (
    <div role="group" aria-label="Roll-out" className={layout.stack}>
      <Checkbox
        label={`Start with one ${TARGET_WORDS[target].one}, then five, then the rest`}
        checked={rollout.steps.length > 0}
        onChange={(event) => change({ steps: event.currentTarget.checked ? ROLLOUT.steps : [] })}
      />
      <div className={styles.most}>
        <span aria-hidden>Stop at the first</span>
        <TextInput
          aria-label="Stop at the first failures"
          inputMode="numeric"
          value={text}
          error={isWrong}
          aria-describedby={isWrong ? errorId : hintId}
          onChange={(event) => changeMost(event.currentTarget.value)}
        />
        <span aria-hidden>failures</span>
        <span id={hintId} className={`${layout.muted} ${layout.small}`}>
          {text.trim() === '' ? 'Empty: failures do not stop it.' : ''}
        </span>
      </div>
      {isWrong && (
        <FieldError
          id={errorId}
          alert
          text="Enter a whole number from 1. As it is, the first failure stops it."
        />
      )}
    </div>
  );
}
