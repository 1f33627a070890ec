import { Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { isEnforcedEmpty } from '#web/features/routes/editor/draft-warnings.ts';
import { wantedIds, type Draft } from '#web/features/routes/editor/module-draft.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';

/** An enforced empty list needs a word of its own before it is sent. */
export function useEmptyConsent(draft: Draft) {
  const needed = isEnforcedEmpty(draft);
  const [given, setGiven] = useState(false);
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);

  return {
    /** Leads to the box when it is needed and not ticked. */
    isGiven() {
      if (!needed || given) return true;
      setMissing(true);
      box.current?.focus();
      return false;
    },
    element: wantedIds(draft).length === 0 && (
      <>
        <p className={`${layout.small} ${layout.muted}`}>Some services refuse an empty list.</p>
        {needed && (
          <Checkbox
            ref={box}
            label="I know the list is empty"
            checked={given}
            error={missing && <FieldError alert text="Tick this to apply an empty list" />}
            onChange={(event) => {
              setGiven(event.currentTarget.checked);
              setMissing(false);
            }}
          />
        )}
      </>
    ),
  };
}
