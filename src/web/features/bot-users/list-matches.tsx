import { Button, Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { ListMatch } from '#web/features/bot-users/list-entries.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { planCreation } from '#web/features/bot-users/plan-lines.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './bulk.module.css';

type ListMatchesProps = {
  found: ListMatch;
  /** Why there is no more to load; `undefined` where the service has more. */
  end: ListEnd | undefined;
  isBusy: boolean;
  onSelect: (ids: string[]) => void;
  onLookUp: () => void;
  onLoad: () => void;
  /** Before the plan opens. */
  onPlan: () => void;
};

/** What can be done about the entries of a pasted list. */
export function ListMatches({ found, end, isBusy, ...press }: ListMatchesProps) {
  const { matched, notLoaded, unknownNames, unknownIds, ambiguous } = found;
  const plan = useOpenPlan();
  const [ticked, setTicked] = useState<string[]>([]);
  const ids = [...new Set([...matched.map(({ id }) => id), ...ticked])];
  const action = { type: 'button', variant: 'default', busy: isBusy } as const;
  const ms = rateLimiter.msFor(notLoaded.length);

  function planToCreate() {
    press.onPlan();
    plan.open(planCreation(unknownNames));
  }

  return (
    <>
      {ids.length > 0 && (
        <div>
          <Button onClick={() => press.onSelect(ids)}>Select {formatNumber(ids.length)}</Button>
        </div>
      )}
      {ambiguous.length > 0 && (
        <Checkbox.Group
          label={`Ambiguous (${formatNumber(ambiguous.length)})`}
          value={ticked}
          onChange={setTicked}
        >
          {ambiguous
            .flatMap(({ rows }) => rows)
            .slice(0, 5 * LISTED)
            .map(({ id, name }) => (
              <Checkbox key={id} value={id} mt={4} label={toSafeLine(`${name} (${id})`)} />
            ))}
        </Checkbox.Group>
      )}
      <Entries title="Not loaded" entries={notLoaded}>
        <SubmitButton {...action} onClick={press.onLookUp}>
          Look them up
        </SubmitButton>
        <span className="dim">
          Reads each by its id: {count(notLoaded.length, 'request')}
          {ms > 0 && `, ${aboutTime(ms)}`}.
        </span>
      </Entries>
      <Entries title="Unknown names" entries={unknownNames}>
        {end === undefined && (
          <SubmitButton {...action} onClick={press.onLoad}>
            Load the rest and find
          </SubmitButton>
        )}
        {end === 'last' && (
          <SubmitButton {...action} refusal={plan.blocked} onClick={planToCreate}>
            Plan to create {formatNumber(unknownNames.length)}
          </SubmitButton>
        )}
        {end === undefined && (
          <span className="dim">{PAGE_LIMIT_MAX} at a time. Total unknown.</span>
        )}
      </Entries>
      <Entries title="Unknown ids" entries={unknownIds} />
    </>
  );
}

const LISTED = 20;

type EntriesProps = { title: string; entries: readonly string[]; children?: ReactNode };

function Entries({ title, entries, children }: EntriesProps) {
  if (entries.length === 0) return null;
  const more = entries.length - LISTED;
  return (
    <section className={styles.group}>
      <h3>
        {title} ({formatNumber(entries.length)})
      </h3>
      {children && <div className={styles.act}>{children}</div>}
      <ul className={styles.names}>
        {entries.slice(0, LISTED).map((entry) => (
          <li key={entry}>
            <UntrustedText text={shorten(entry)} />
          </li>
        ))}
        {more > 0 && <li className="dim">and {formatNumber(more)} more</li>}
      </ul>
    </section>
  );
}
