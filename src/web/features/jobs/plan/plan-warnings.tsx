import { useId, useRef, useState } from 'react';
import type { PlanWarning } from '#web/jobs/job.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';

/** What is agreed to: other words, as with another number in them, are another consent. */
const keyOf = ({ title, text }: PlanWarning) => `${title}\n${text}`;

/** What a person should know before a plan is applied, and what has to be ticked before that. */
export function usePlanWarnings(warnings: readonly PlanWarning[]) {
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setMissing] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  const errorId = useId();
  const open = warnings.filter((each) => each.consent !== undefined && !given.has(keyOf(each)));

  function tick(warning: PlanWarning, isTicked: boolean) {
    const next = new Set(given);
    if (isTicked) next.add(keyOf(warning));
    else next.delete(keyOf(warning));
    setGiven(next);
    setMissing(false);
  }

  return {
    /** Leads to the first box that is needed and not ticked. */
    isGiven() {
      if (open.length === 0) return true;
      setMissing(true);
      boxes.current?.querySelector<HTMLElement>('input:not(:checked)')?.focus();
      return false;
    },
    element: warnings.length > 0 && (
      <div ref={boxes} style={{ display: 'contents' }}>
        {warnings.map((warning) => (
          <Notice
            key={keyOf(warning)}
            tone="warn"
            title={<UntrustedText text={warning.title} />}
            actions={
              warning.consent !== undefined && (
                <div>
                  <Checkbox
                    label={warning.consent}
                    checked={given.has(keyOf(warning))}
                    aria-invalid={isMissing && warning === open[0] ? true : undefined}
                    aria-describedby={isMissing ? errorId : undefined}
                    onChange={(event) => tick(warning, event.currentTarget.checked)}
                  />
                  {isMissing && warning === open[0] && (
                    <FieldError id={errorId} alert text="Tick this to apply the plan" />
                  )}
                </div>
              )
            }
          >
            <UntrustedText text={warning.text} />
          </Notice>
        ))}
      </div>
    ),
  };
}
