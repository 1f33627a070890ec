import { Box, Button, Group, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import type { PolicyRow } from '#web/features/routes/restriction-draft.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { focusFirst, focusOn } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';
import { RowButton } from '#web/ui/row-controls.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedCode, UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useVirtualRows } from '#web/ui/virtual-rows.tsx';
import styles from './restriction.module.css';

const FILTER_FROM = 10;
/** In pixels; the style sheet says so. */
const ROW_HEIGHT = 41;
const idOf = ({ id }: PolicyRow) => id;

type PolicyListProps = {
  rows: readonly PolicyRow[];
  /** Id of the element that gets the focus when no row is left. */
  fieldId: string;
  /** Takes the policies of all rows but those that are removed. */
  onChosen: (ids: readonly string[]) => void;
};

/** A list of rows, not pills: two hundred ids stay readable, and each has a real button. */
export function PolicyList({ rows, fieldId, onChosen }: PolicyListProps) {
  const { nameOf } = usePolicyNames();
  const [filter, setFilter] = useState('');
  const isFiltered = rows.length > FILTER_FROM;
  const wanted = isFiltered ? foldCase(filter.trim()) : '';
  const shown = useMemo(
    () => rows.filter(({ id }) => foldCase(`${id}\n${nameOf(id)}`).includes(wanted)),
    [rows, wanted, nameOf],
  );
  const ids = rows.filter(({ status }) => status !== 'removed').map(({ id }) => id);
  const firstRefused = rows.find(({ error }) => error)?.id;
  const body = useRef<HTMLOListElement>(null);
  const parts = useVirtualRows({
    body,
    rows: shown,
    rowHeight: ROW_HEIGHT,
    keyOf: idOf,
    wantedKey: firstRefused,
  });
  const isWindowed = parts.length < shown.length;

  /** The focus goes to the next row, else to the one before, else to the field. */
  function remove(id: string, row: Element | null) {
    const places = [row?.nextElementSibling, row?.previousElementSibling];
    flushSync(() => onChosen(ids.filter((other) => other !== id)));
    const buttons = places.map((place) => place?.querySelector('button'));
    focusFirst([...buttons, document.getElementById(fieldId)]);
    announce(`${toSafeLine(id)} removed from the list`);
  }

  function putBack(id: string, row: Element | null) {
    flushSync(() => onChosen([...ids, id]));
    focusFirst([row?.querySelector('button')]);
  }

  function removeAll() {
    onChosen([]);
    announce(`${count(ids.length, 'policy', 'policies')} removed from the list`);
    focusOn(fieldId);
  }

  return (
    <div>
      <Group gap="xs" mb="xs" className="buttons">
        <Box component="h2" flex="1 1 12rem">
          IP policies <span className="dim numbers">{formatNumber(ids.length)}</span>
        </Box>
        {ids.length > 0 && (
          <>
            <CopyButton label="Copy all ids" text={ids.join('\n')} />
            <Button onClick={removeAll}>Remove all</Button>
          </>
        )}
      </Group>
      {isFiltered && (
        <TextInput
          mb="xs"
          type="search"
          aria-label="Filter IP policies"
          placeholder={`Filter ${count(rows.length, 'policy', 'policies')}`}
          leftSection={<Search {...icon} />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ol ref={body} role="list" aria-label="IP policies" className={styles.list}>
        {parts.map((part, at) => {
          if ('gap' in part)
            return <li key={`gap ${at}`} aria-hidden style={{ height: part.gap }} />;
          const { id, status, error } = part.row;
          const label = shorten(toSafeLine(id));
          const errorId = `${id.replaceAll(/\s/g, '_')}-error`;
          return (
            <li
              key={id}
              className={styles.row}
              data-index={part.index}
              data-status={error ? 'refused' : status}
              aria-posinset={isWindowed ? part.index + 1 : undefined}
              aria-setsize={isWindowed ? shown.length : undefined}
            >
              {nameOf(id) !== '' && (
                <span>
                  <UntrustedText text={shorten(nameOf(id))} />
                </span>
              )}
              <UntrustedCode text={id} />
              <span>{status === 'added' ? 'Added' : status === 'removed' && 'Removed'}</span>
              {status === 'removed' ? (
                <Button
                  size="compact-sm"
                  aria-label={`Put back ${label}`}
                  onClick={({ currentTarget }) => putBack(id, currentTarget.closest('li'))}
                >
                  Put back
                </Button>
              ) : (
                <RowButton
                  aria-label={`Remove ${label}`}
                  aria-describedby={error && errorId}
                  onClick={({ currentTarget }) => remove(id, currentTarget.closest('li'))}
                >
                  <X {...icon} />
                </RowButton>
              )}
              {error && (
                // One alert, however many are refused.
                <span
                  id={errorId}
                  role={id === firstRefused ? 'alert' : undefined}
                  style={{ gridColumn: '1 / -1' }}
                >
                  {error}
                </span>
              )}
            </li>
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
