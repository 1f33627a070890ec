import '#web/styles/more.css';
import { Badge, Button, Switch } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { PolicyList } from '#web/features/routes/policy-list.tsx';
import { rowsOf, type Draft } from '#web/features/routes/restriction-draft.ts';
import { countChanges, difference } from '#web/features/routes/restriction.ts';
import { POLICY_FIELD, type Editor } from '#web/features/routes/use-restriction-editor.ts';
import { count } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';
import styles from './restriction.module.css';

type RestrictionFormProps = {
  editor: Editor;
  draft: Draft;
  /** The route is being read: a change would be lost. */
  isFrozen: boolean;
  /** Why nothing can be applied now. */
  refusal: string | undefined;
};

/** One form, one PUT: the switch waits for its button, because a PUT replaces the list as well. */
export function RestrictionForm({ editor, draft, isFrozen, refusal }: RestrictionFormProps) {
  const { edit, reading, failure } = editor;
  const { base, input, refused } = draft;
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form);
  const rows = useMemo(() => rowsOf(draft), [draft]);
  const wanted = draft.wanted ?? { enabled: true, ip_policy_ids: [] };
  const unsaved = countChanges(difference(base.restriction, wanted));
  const isNew = base.restriction === null;
  const takesFocus = isNew && editor.isUsed;

  // The button that has opened the form is gone.
  useEffect(() => {
    if (takesFocus) document.getElementById(POLICY_FIELD)?.focus();
  }, [takesFocus]);

  return (
    <form
      ref={form}
      className="card"
      aria-label="IP restriction"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) editor.review();
      }}
    >
      <div className={styles.fields} inert={isFrozen}>
        <Switch
          // Mantine's label has the description in it, which would be part of the name.
          aria-label="Enforce IP restriction"
          label="Enforce IP restriction"
          description="Off keeps the list, and no IP address is checked. Applied after review."
          checked={wanted.enabled}
          onChange={(event) => edit({ kind: 'enable', enabled: event.currentTarget.checked })}
        />
        <PolicyField
          id={POLICY_FIELD}
          chosen={wanted.ip_policy_ids}
          input={input}
          onInput={(next) => edit({ kind: 'type', input: next })}
          onAdd={(ids) => edit({ kind: 'add', ids })}
        />
        <PolicyList
          rows={rows}
          refused={refused}
          fieldId={POLICY_FIELD}
          onRemove={(ids) => edit({ kind: 'remove', ids })}
          onPutBack={(id) => edit({ kind: 'add', ids: [id] })}
        />
        {failure && (
          <Notice tone="danger" role="alert" title="Not reviewed." details={failure.details}>
            {failure.text} Nothing was sent, and your changes are still here.
          </Notice>
        )}
      </div>
      <div className={styles.buttons}>
        <SubmitButton busy={reading === 'review'} refusal={refusal}>
          Review changes
        </SubmitButton>
        {(isNew || editor.dirty) && (
          <Button
            variant="default"
            onClick={() => {
              // This button goes with the changes.
              form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
              editor.discard();
            }}
          >
            Discard changes
          </Button>
        )}
        <span role="status">{editor.note}</span>
        {unsaved > 0 && <Badge color="warn">{count(unsaved, 'unsaved change')}</Badge>}
      </div>
    </form>
  );
}
