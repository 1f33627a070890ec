import { Badge, Button } from '@mantine/core';
import { AddPolicies } from '#web/features/routes/editor/add-policies.tsx';
import { enforce, REVIEW_BUTTON } from '#web/features/routes/editor/editor-state.ts';
import { changesOf, unsavedWords, type Draft } from '#web/features/routes/editor/module-draft.ts';
import { PolicyList } from '#web/features/routes/editor/policy-list.tsx';
import type { RestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';
import styles from '#web/features/routes/list/routes.module.css';

type RestrictionFormProps = {
  editor: RestrictionEditor;
  draft: Draft;
  /** The module is being read again: what is changed meanwhile would be lost. */
  frozen: boolean;
};

/** One form, one PUT: the switch waits for its button, because a PUT replaces the list as well. */
export function RestrictionForm({ editor, draft, frozen }: RestrictionFormProps) {
  const { state, trouble, step } = editor;
  const changes = changesOf(draft);
  const unsaved = unsavedWords(changes);
  const isNew = draft.base === null;

  return (
    <form
      className={layout.card}
      aria-label="IP restriction"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        editor.review();
      }}
    >
      <div className={layout.pad} inert={frozen}>
        <SettingSwitch
          label="Enforce IP restriction"
          hint="On checks each source address against the policies below. Off keeps the list but does not apply it to traffic. Takes effect when you apply."
          checked={draft.enabled}
          onChange={(enabled) => editor.change((before) => enforce(before, enabled))}
        />
        <div className={`${layout.separated} ${layout.stack}`}>
          <AddPolicies state={state} onChange={editor.change} takeFocus={isNew && editor.used} />
          <PolicyList state={state} draft={draft} onChange={editor.change} />
        </div>
      </div>
      {trouble && (
        <Notice tone="danger" role="alert" title="Not reviewed." className={layout.inCard}>
          {trouble} Nothing was sent, and your changes are still here.
        </Notice>
      )}
      <div className={layout.saveBar}>
        <BusyButton
          id={REVIEW_BUTTON}
          type="submit"
          busy={step?.kind === 'reading' && step.press === 'review'}
        >
          Review changes
        </BusyButton>
        {(isNew || editor.dirty) && (
          <Button
            variant="default"
            onClick={() => {
              // This button goes with the changes.
              document.getElementById(REVIEW_BUTTON)?.focus();
              editor.discard();
            }}
          >
            Discard changes
          </Button>
        )}
        <span role="status">{state.note}</span>
        <span className={layout.grow} />
        {(isNew || editor.dirty) && (
          <Badge color="warn" leftSection={<span className={styles.ring} aria-hidden />}>
            {unsaved}
          </Badge>
        )}
      </div>
    </form>
  );
}
