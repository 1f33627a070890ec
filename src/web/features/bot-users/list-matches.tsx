import { Button, Checkbox } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { ListMatch } from '#web/features/bot-users/list-entries.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { count, formatNumber, shorten, shortId } from '#web/lib/format.ts';
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
  /** Why nothing can be planned. */
  blocked: string | undefined;
  onSelect: (ids: string[]) => void;
  onLookUp: () => void;
  onLoad: () => void;
  onCreate: () => void;
};

/** What each pasted entry means, and what can be done about those that are not found. */
export function ListMatches({ found, end, isBusy, blocked, ...press }: ListMatchesProps) {
  const { matched, notLoaded, unknownNames, unknownIds, ambiguous } = found;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const ids = [...new Set([...matched.map(({ id }) => id), ...ticked])];
  const ms = rateLimiter.msFor(notLoaded.length);
  return (
    <>
      {ids.length > 0 && (
        <p>
          <Button onClick={() => press.onSelect(ids)}>Select {formatNumber(ids.length)}</Button>
        </p>
      )}
      <Entries title="Ambiguous" entries={ambiguous} note="Tick those that you mean.">
        {({ entry, rows }) => (
          <Checkbox.Group
            label={<UntrustedText text={`${shorten(entry)} may be:`} />}
            value={ticked.slice()}
            onChange={setTicked}
          >
            {rows.slice(0, LISTED).map(({ id, name }) => (
              <Checkbox key={id} value={id} mt={4} label={toSafeLine(`${name} (${id})`)} />
            ))}
          </Checkbox.Group>
        )}
      </Entries>
      <Entries
        title="Not loaded"
        entries={notLoaded}
        note={
          <Act label="Look them up" busy={isBusy} onPress={press.onLookUp}>
            Reads each by its id: {count(notLoaded.length, 'request')}
            {ms > 0 && `, ${aboutTime(ms)}`}.
          </Act>
        }
      >
        {(id) => <UntrustedText text={shorten(id)} />}
      </Entries>
      <Entries
        title="Unknown names"
        entries={unknownNames}
        note={
          end === undefined ? (
            <Act label="Load the rest and find" busy={isBusy} onPress={press.onLoad}>
              {PAGE_LIMIT_MAX} at a time. Total unknown.
            </Act>
          ) : (
            end === 'last' && (
              <Act
                label={`Plan to create ${formatNumber(unknownNames.length)}`}
                busy={isBusy}
                refusal={blocked}
                onPress={press.onCreate}
              >
                {blocked === undefined && 'No bot user has these names.'}
              </Act>
            )
          )
        }
      >
        {(name) => <UntrustedText text={shorten(name)} />}
      </Entries>
      <Entries title="Unknown ids" entries={unknownIds} note="The service knows no such bot users.">
        {(id) => <UntrustedText text={shorten(id)} />}
      </Entries>
      <Entries title="Matched" entries={matched}>
        {({ id, name }) => (
          <>
            <UntrustedText text={shorten(name)} />{' '}
            <span className="dim" title={toSafeLine(id)}>
              <UntrustedText text={shortId(id)} />
            </span>
          </>
        )}
      </Entries>
    </>
  );
}

const LISTED = 20;

type EntriesProps<Entry> = {
  title: string;
  entries: readonly Entry[];
  note?: ReactNode;
  children: (entry: Entry) => ReactNode;
};

function Entries<Entry>({ title, entries, note, children }: EntriesProps<Entry>) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>
        {title} ({formatNumber(entries.length)})
      </h3>
      {typeof note === 'string' ? <p className="dim">{note}</p> : note}
      <ul className={styles.names}>
        {entries.slice(0, LISTED).map((entry, at) => (
          <li key={at}>{children(entry)}</li>
        ))}
        {entries.length > LISTED && (
          <li className="dim">and {formatNumber(entries.length - LISTED)} more</li>
        )}
      </ul>
    </section>
  );
}

type ActProps = {
  label: string;
  busy: boolean;
  refusal?: string | undefined;
  onPress: () => void;
  children: ReactNode;
};

/** A button with what it takes beside it. */
function Act({ label, busy, refusal, onPress, children }: ActProps) {
  const id = useId();
  return (
    <p className={styles.act}>
      <SubmitButton
        type="button"
        variant="default"
        busy={busy}
        refusal={refusal}
        aria-describedby={id}
        onClick={onPress}
      >
        {label}
      </SubmitButton>
      <span id={id} className="dim">
        {children}
      </span>
    </p>
  );
}
