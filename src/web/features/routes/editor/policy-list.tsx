import Search from 'lucide-react/icons/search';
import { memo, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsOf, type Draft, type DraftRow } from '#web/features/routes/draft.ts';
import {
  ADD_FIELD,
  type EditorState,
  policyError,
  putBack,
  removeAllPolicies,
  removePolicy,
  rowButtonId,
} from '#web/features/routes/editor/editor-state.ts';
import type { Editor } from '#web/features/routes/editor/use-editor.ts';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { PolicyLabel } from '#web/features/routes/policies/policy-label.tsx';
import { icon } from '#web/ui/icon.ts';
import { announce } from '#web/ui/announcer.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { count, formatNumber } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { RowButton } from '#web/ui/table/row-controls.tsx';
import { useWindow } from '#web/ui/table/use-window.ts';
import { gapStyle } from '#web/ui/table/window-parts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './editor.module.css';

const FILTER_FROM = 10;
/** Pixels, of a row of one line. */
const ROW_HEIGHT = 40;

type PolicyListProps = Pick<EditorState, 'refused'> & Pick<Editor, 'change'> & { draft: Draft };

/**
 * A list of named rows, not pills: two hundred ids stay readable, and each has a real button. What is typed beside it
 * draws nothing here, and what becomes of one policy draws its row alone.
 */
export const PolicyList = memo(function PolicyList({ refused, change, draft }: PolicyListProps) {
  const [filter, setFilter] = useState('');
  const ids = draft.wanted.ip_policy_ids;
  const rows = useMemo(() => rowsOf(draft), [draft]);
  const { nameOf } = usePolicyBook();
  const filtered = rows.length > FILTER_FROM;
  const wanted = filtered ? filter.trim().toLowerCase() : '';
  // A refused id is shown whatever the filter says: the summary leads to it.
  const shown = useMemo(() => {
    const matches = (text: string) => text.toLowerCase().includes(wanted);
    return rows.filter(
      ({ id }) => matches(id) || matches(nameOf(id)) || policyError(refused, id) !== undefined,
    );
  }, [rows, wanted, nameOf, refused]);
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown]);
  const refusedIds = useMemo(() => Object.keys(refused), [refused]);
  const { box, parts, isWindowed } = useWindow<HTMLOListElement>(shownIds, ROW_HEIGHT, refusedIds);

  /** The next row's button, else the one before, else the field: never nowhere. */
  const remove = useCallback(
    (id: string, row: Element | null) => {
      const beside = [row?.nextElementSibling, row?.previousElementSibling];
      const button = beside.map((each) => each?.querySelector('button')).find(Boolean);
      (button ?? document.getElementById(ADD_FIELD))?.focus();
      change((previous) => removePolicy(previous, id));
      announce(`${toSafeLine(id)} removed from the list`);
    },
    [change],
  );

  const bringBack = useCallback(
    (id: string) => {
      flushSync(() => change((previous) => putBack(previous, id)));
      document.getElementById(rowButtonId(id))?.focus();
    },
    [change],
  );

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
        ref={box}
        role="list"
        aria-label="IP policies"
        className={rows.length > 0 ? styles.policies : undefined}
      >
        {parts.map((part) => {
          if ('gap' in part)
            return <li key={`before ${part.before}`} aria-hidden style={gapStyle(part.gap)} />;
          const row = shown[part.index];
          return (
            row && (
              <PolicyRow
                key={row.id}
                {...row}
                index={part.index}
                of={isWindowed ? shown.length : undefined}
                error={row.status === 'removed' ? undefined : policyError(refused, row.id)}
                onRemove={remove}
                onPutBack={bringBack}
              />
            )
          );
        })}
      </ol>
      {shown.length === 0 && (
        <p className={layout.muted}>
          {rows.length === 0 ? 'No IP policy in the list.' : 'No IP policy matches the filter.'}
        </p>
      )}
    </div>
  );
});

type PolicyRowProps = DraftRow & {
  index: number;
  /** How many there are, where some are not in the document. */
  of: number | undefined;
  error: string | undefined;
  onRemove: (id: string, row: Element | null) => void;
  onPutBack: (id: string) => void;
};

const PolicyRow = memo(function PolicyRow(props: PolicyRowProps) {
  const { id, status, index, of, error, onRemove, onPutBack } = props;
  const errorId = `${rowButtonId(id)}-error`;
  return (
    <li
      className={error === undefined ? styles[status] : styles.refused}
      data-index={index}
      aria-posinset={of === undefined ? undefined : index + 1}
      aria-setsize={of}
    >
      <span className={styles.policy}>
        <PolicyLabel id={id} />
      </span>
      {status !== 'kept' && (
        <span className={styles.tag}>{status === 'added' ? 'Added' : 'Removed'}</span>
      )}
      {status === 'removed' ? (
        <Button
          id={rowButtonId(id)}
          size="xs"
          variant="default"
          aria-label={`Put back ${toSafeLine(id)}`}
          onClick={() => onPutBack(id)}
        >
          Put back
        </Button>
      ) : (
        <RowButton
          drawing="remove"
          id={rowButtonId(id)}
          aria-label={`Remove ${toSafeLine(id)}`}
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={({ currentTarget }) => onRemove(id, currentTarget.closest('li'))}
        />
      )}
      {error !== undefined && (
        <span id={errorId} className={styles.rowError}>
          <FieldError text={error} />
        </span>
      )}
    </li>
  );
});
