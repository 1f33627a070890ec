import { ActionIcon, Button, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsOf, type Draft, type DraftRow } from '#web/features/routes/draft.ts';
import {
  ADD_FIELD,
  policyError,
  putBack,
  removeAllPolicies,
  removePolicy,
  rowButtonId,
} from '#web/features/routes/editor/editor-state.ts';
import type { Editor } from '#web/features/routes/editor/use-editor.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { count, formatNumber } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './editor.module.css';

const FILTER_FROM = 10;

type PolicyListProps = {
  editor: Editor;
  draft: Draft;
};

/** A list of named rows, not pills: two hundred ids stay readable, and each has a real button. */
export function PolicyList({ editor: { state, change }, draft }: PolicyListProps) {
  const [filter, setFilter] = useState('');
  const announce = useAnnounce();
  const ids = draft.wanted.ip_policy_ids;
  const rows = rowsOf(draft);
  const filtered = rows.length > FILTER_FROM;
  const wanted = filtered ? filter.trim().toLowerCase() : '';
  // A refused id is shown whatever the filter says: the summary leads to it.
  const shown = rows.filter(
    ({ id }) => id.toLowerCase().includes(wanted) || policyError(state, id) !== undefined,
  );

  /** The next row's button, else the one before, else the field: never nowhere. */
  function remove(id: string, row: HTMLLIElement | null) {
    const beside = row?.nextElementSibling ?? row?.previousElementSibling;
    (beside?.querySelector('button') ?? document.getElementById(ADD_FIELD))?.focus();
    change((previous) => removePolicy(previous, id));
    announce(`${toSafeLine(id)} removed from the list`);
  }

  function bringBack(id: string) {
    flushSync(() => change((previous) => putBack(previous, id)));
    document.getElementById(rowButtonId(id))?.focus();
  }

  function removeAll() {
    change(removeAllPolicies);
    announce(`${count(ids.length, 'policy', 'policies')} removed from the list`);
    document.getElementById(ADD_FIELD)?.focus();
  }

  return (
    <div>
      <div className={styles.listHead}>
        <h2 className={layout.grow}>
          IP policies{' '}
          <span className={`${layout.muted} ${layout.num}`}>{formatNumber(ids.length)}</span>
        </h2>
        {ids.length > 0 && (
          <>
            <CopyTextButton quiet label="Copy all ids" text={ids.join('\n')} />
            <Button size="xs" variant="subtle" onClick={removeAll}>
              Remove all
            </Button>
          </>
        )}
      </div>
      {filtered && (
        <TextInput
          className={styles.filter}
          type="search"
          aria-label="Filter IP policies"
          placeholder={`Filter ${count(rows.length, 'policy', 'policies')}`}
          leftSection={<Search {...icon} />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <ol
        role="list"
        aria-label="IP policies"
        className={rows.length > 0 ? styles.policies : undefined}
      >
        {shown.map(({ id, status }) => (
          <PolicyRow
            key={id}
            id={id}
            status={status}
            error={status === 'removed' ? undefined : policyError(state, id)}
            onRemove={(row) => remove(id, row)}
            onPutBack={() => bringBack(id)}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className={layout.muted}>
          {rows.length === 0 ? 'No IP policy in the list.' : 'No IP policy matches the filter.'}
        </p>
      )}
    </div>
  );
}

type PolicyRowProps = DraftRow & {
  error: string | undefined;
  onRemove: (row: HTMLLIElement | null) => void;
  onPutBack: () => void;
};

function PolicyRow({ id, status, error, onRemove, onPutBack }: PolicyRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const errorId = `${rowButtonId(id)}-error`;
  return (
    <li ref={row} className={error === undefined ? styles[status] : styles.refused}>
      <span className={styles.policy}>
        <span className={layout.mono}>
          <UntrustedText text={id} />
        </span>
        {error !== undefined && (
          <span id={errorId} className={styles.rowError}>
            <FieldError text={error} />
          </span>
        )}
      </span>
      <span className={styles.rowEnd}>
        {status !== 'kept' && (
          <span className={styles.tag}>{status === 'added' ? 'Added' : 'Removed'}</span>
        )}
        {status === 'removed' ? (
          <Button
            id={rowButtonId(id)}
            size="xs"
            variant="default"
            aria-label={`Put back ${toSafeLine(id)}`}
            onClick={onPutBack}
          >
            Put back
          </Button>
        ) : (
          <ActionIcon
            id={rowButtonId(id)}
            aria-label={`Remove ${toSafeLine(id)}`}
            aria-describedby={error === undefined ? undefined : errorId}
            onClick={() => onRemove(row.current)}
          >
            <X {...icon} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}
