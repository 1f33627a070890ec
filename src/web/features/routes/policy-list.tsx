import { Button, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import type { PolicyRow } from '#web/features/routes/restriction-draft.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';
import { RowButton } from '#web/ui/row-controls.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useVirtualRows } from '#web/ui/virtual-rows.ts';
import styles from './restriction.module.css';

const FILTER_FROM = 10;
/** In pixels; the style sheet says so. */
const ROW_HEIGHT = 41;

type PolicyListProps = {
  rows: readonly PolicyRow[];
  /** By id: why the service refused it. */
  refused?: Readonly<Record<string, string>>;
  /** Id of the element that gets the focus when no row is left. */
  fieldId: string;
  onRemove: (ids: readonly string[]) => void;
  onPutBack?: (id: string) => void;
};

/** A list of rows, not pills: two hundred ids stay readable, and each has a real button. */
export function PolicyList(props: PolicyListProps) {
  const { rows, refused = {}, fieldId, onRemove, onPutBack } = props;
  const { nameOf } = usePolicyNames();
  const [filter, setFilter] = useState('');
  const isFiltered = rows.length > FILTER_FROM;
  const wanted = isFiltered ? filter.trim().toLowerCase() : '';
  const shown = useMemo(
    () =>
      rows.filter(({ id }) => [id, nameOf(id)].some((text) => text.toLowerCase().includes(wanted))),
    [rows, wanted, nameOf],
  );
  const ids = rows.filter(({ status }) => status !== 'removed').map(({ id }) => id);
  const hasNames = rows.some(({ id }) => nameOf(id) !== '');
  const keyOf = useCallback((index: number) => shown[index]?.id ?? '', [shown]);
  const { body, parts } = useVirtualRows<HTMLOListElement>({
    count: shown.length,
    rowHeight: ROW_HEIGHT,
    keyOf,
    wantedKey: Object.keys(refused)[0],
  });
  const isWindowed = parts.length < shown.length;

  /** The focus goes to the next row, else to the one before, else to the field. */
  function remove(id: string, row: Element | null) {
    const beside = [row?.nextElementSibling, row?.previousElementSibling];
    const buttons = beside.map((each) => each?.querySelector('button'));
    flushSync(() => onRemove([id]));
    focusFirst([row?.querySelector('button'), ...buttons, document.getElementById(fieldId)]);
    announce(`${toSafeLine(id)} removed from the list`);
  }

  function putBack(id: string, row: Element | null) {
    flushSync(() => onPutBack?.(id));
    focusFirst([row?.querySelector('button')]);
  }

  function removeAll() {
    onRemove(ids);
    announce(`${count(ids.length, 'policy', 'policies')} removed from the list`);
    document.getElementById(fieldId)?.focus();
  }

  return (
    <div>
      <div className={styles.listHead}>
        <h2>
          IP policies <span className="dim numbers">{formatNumber(ids.length)}</span>
        </h2>
        {ids.length > 0 && (
          <>
            <CopyButton label="Copy all ids" text={ids.join('\n')} />
            <Button variant="default" onClick={removeAll}>
              Remove all
            </Button>
          </>
        )}
      </div>
      {isFiltered && (
        <TextInput
          className={styles.filter}
          type="search"
          aria-label="Filter IP policies"
          placeholder={`Filter ${count(rows.length, 'policy', 'policies')}`}
          leftSection={<Search {...icon} />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ol ref={body} role="list" aria-label="IP policies" className={styles.policies}>
        {parts.map((part) => {
          if ('gap' in part)
            return <li key={`gap ${part.gap}`} aria-hidden style={{ height: part.gap }} />;
          const row = shown[part.index];
          return (
            row && (
              <Policy
                key={row.id}
                {...row}
                name={hasNames ? nameOf(row.id) || 'No name' : undefined}
                index={part.index}
                of={isWindowed ? shown.length : undefined}
                error={
                  row.status !== 'removed' && Object.hasOwn(refused, row.id) && refused[row.id]
                }
                onRemove={remove}
                onPutBack={putBack}
              />
            )
          );
        })}
      </ol>
      {shown.length === 0 && (
        <p className="dim">
          {rows.length === 0 ? 'No IP policy in the list.' : 'No IP policy matches the filter.'}
        </p>
      )}
    </div>
  );
}

type PolicyProps = PolicyRow & {
  /** Missing where no policy of the list has one. */
  name: string | undefined;
  index: number;
  /** How many there are, where some are not in the document. */
  of: number | undefined;
  error: ReactNode;
  onRemove: (id: string, row: Element | null) => void;
  onPutBack: (id: string, row: Element | null) => void;
};

const Policy = memo(function Policy(props: PolicyProps) {
  const { id, status, name, index, of, error, onRemove, onPutBack } = props;
  const label = shorten(toSafeLine(id));
  const errorId = `${id.replaceAll(/\s/g, '_')}-error`;
  return (
    <li
      data-index={index}
      data-status={error ? 'refused' : status}
      aria-posinset={of && index + 1}
      aria-setsize={of}
    >
      {name !== undefined && (
        <span className={styles.name}>
          <UntrustedText text={shorten(name)} />
        </span>
      )}
      <code className={styles.id}>
        <UntrustedText text={id} />
      </code>
      <span className={styles.tag}>
        {status === 'added' ? 'Added' : status === 'removed' && 'Removed'}
      </span>
      {status === 'removed' ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Put back ${label}`}
          onClick={({ currentTarget }) => onPutBack(id, currentTarget.closest('li'))}
        >
          Put back
        </Button>
      ) : (
        <RowButton
          aria-label={`Remove ${label}`}
          aria-describedby={error ? errorId : undefined}
          onClick={({ currentTarget }) => onRemove(id, currentTarget.closest('li'))}
        >
          <X {...icon} />
        </RowButton>
      )}
      {error && (
        <span id={errorId} role="alert" className={styles.error}>
          {error}
        </span>
      )}
    </li>
  );
});
