import { Button, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  ADD_FIELD,
  putBack,
  refusalOf,
  removeAllPolicies,
  removePolicy,
  rowButtonId,
  type EditorState,
} from '#web/features/routes/editor/editor-state.ts';
import { wantedIds, type Draft } from '#web/features/routes/editor/module-draft.ts';
import { PolicyRow } from '#web/features/routes/editor/policy-row.tsx';
import type { RestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { count, formatNumber } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './editor.module.css';

const FILTER_FROM = 10;

type PolicyListProps = {
  state: EditorState;
  draft: Draft;
  onChange: RestrictionEditor['change'];
};

/** A list of named rows, not pills: two hundred ids stay readable, and each has a real button. */
export function PolicyList({ state, draft, onChange }: PolicyListProps) {
  const [filter, setFilter] = useState('');
  const announce = useAnnounce();
  const ids = wantedIds(draft);
  const filtered = draft.rows.length > FILTER_FROM;
  const wanted = filtered ? filter.trim().toLowerCase() : '';
  // A refused id is shown whatever the filter says: the summary leads to it.
  const shown = draft.rows.filter(
    ({ id }) => id.toLowerCase().includes(wanted) || refusalOf(state, id) !== undefined,
  );

  /** The next row's button, else the one before, else the field: never nowhere. */
  function remove(id: string, row: HTMLLIElement | null) {
    const beside = row?.nextElementSibling ?? row?.previousElementSibling;
    (beside?.querySelector('button') ?? document.getElementById(ADD_FIELD))?.focus();
    onChange((before) => removePolicy(before, id));
    announce(`${toSafeLine(id)} removed from the list`);
  }

  function bringBack(id: string) {
    flushSync(() => onChange((before) => putBack(before, id)));
    document.getElementById(rowButtonId(id))?.focus();
  }

  function removeAll() {
    onChange(removeAllPolicies);
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
          placeholder={`Filter ${count(draft.rows.length, 'policy', 'policies')}`}
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
        className={draft.rows.length > 0 ? styles.policies : undefined}
      >
        {shown.map(({ id, status }) => (
          <PolicyRow
            key={id}
            id={id}
            status={status}
            error={status === 'removed' ? undefined : refusalOf(state, id)}
            onRemove={(row) => remove(id, row)}
            onPutBack={() => bringBack(id)}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className={layout.muted}>
          {draft.rows.length === 0
            ? 'No IP policy in the list.'
            : 'No IP policy matches the filter.'}
        </p>
      )}
    </div>
  );
}
