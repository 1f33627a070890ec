import { Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import type { PlanWarning } from '#web/jobs/job.ts';
import { Notice } from '#web/ui/notice.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

/** Other words, as with another number in them, need another consent. */
const keyOf = ({ title, text }: PlanWarning) => `${title}\n${text}`;

/** What a person should know before a plan is applied, and what has to be ticked before that. */
export function usePlanWarnings(warnings: readonly PlanWarning[]) {
  const [given, setGiven] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  const open = warnings.find((each) => each.consent !== undefined && !given.includes(keyOf(each)));

  return {
    /** Leads to the first box that is needed and not ticked. */
    isGiven() {
      setMissing(open !== undefined);
      boxes.current?.querySelector<HTMLElement>('input:not(:checked)')?.focus();
      return open === undefined;
    },
    element: warnings.length > 0 && (
      <div ref={boxes} className={styles.warnings}>
        {warnings.map((warning) => (
          <Notice
            key={keyOf(warning)}
            tone="warn"
            title={<UntrustedText text={warning.title} />}
            actions={
              warning.consent !== undefined && (
                <Checkbox
                  label={warning.consent}
                  checked={given.includes(keyOf(warning))}
                  error={isMissing && warning === open && 'Tick this to go on'}
                  aria-invalid={isMissing && warning === open}
                  onChange={(event) => {
                    const others = given.filter((key) => key !== keyOf(warning));
                    setGiven(event.currentTarget.checked ? [...others, keyOf(warning)] : others);
                    setMissing(false);
                  }}
                />
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
