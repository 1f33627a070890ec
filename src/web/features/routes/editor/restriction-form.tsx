import { useEffect, useRef } from 'react';
import { changesOf, countChanges, type Draft } from '#web/features/routes/draft.ts';
import {
  ADD_FIELD,
  addTyped,
  enforce,
  REVIEW_BUTTON,
  typeIds,
} from '#web/features/routes/editor/editor-state.ts';
import { PolicyList } from '#web/features/routes/editor/policy-list.tsx';
import type { Editor } from '#web/features/routes/editor/use-editor.ts';
import { PolicyField } from '#web/features/routes/policies/policy-field.tsx';
import { count } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Badge } from '#web/ui/parts/badge.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import routeStyles from '../routes.module.css';

type RestrictionFormProps = {
  editor: Editor;
  draft: Draft;
  frozen: boolean;
  refusal: string | undefined;
};

/**
 * One form, one PUT: the switch waits for its button, because a PUT replaces the list as well.
 *
 * @param refusal why it cannot be applied now
 * @param frozen the module is being read again: what is changed meanwhile would be lost
 */
export function RestrictionForm({ editor, draft, frozen, refusal }: RestrictionFormProps) {
  const { state, readFailure, dialog } = editor;
  const unsaved = countChanges(changesOf(draft));
  const isNew = draft.base === null;
  const canDiscard = isNew || editor.dirty;

  return (
    <form
      className={layout.card}
      aria-label="IP restriction"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) editor.review();
      }}
    >
      <div className={layout.pad} inert={frozen}>
        <SettingSwitch
          label="Enforce IP restriction"
          hint="Off keeps the list without enforcing it. Applied after review."
          checked={draft.wanted.enabled}
          onChange={(enabled) => editor.change((previous) => enforce(previous, enabled))}
        />
        <div className={`${parts.separated} ${layout.stack}`}>
          <AddPolicies editor={editor} takeFocus={isNew && editor.used} />
          <PolicyList refused={state.refused} change={editor.change} draft={draft} />
        </div>
      </div>
      {readFailure && (
        <Notice
          tone="danger"
          role="alert"
          title="Not reviewed."
          className={layout.inCard}
          details={readFailure.details}
        >
          {readFailure.text} Nothing was sent, and your changes are still here.
        </Notice>
      )}
      <div className={parts.saveBar}>
        <BusyButton
          id={REVIEW_BUTTON}
          type="submit"
          busy={dialog?.kind === 'reading' && dialog.pressed === 'review'}
          refusal={refusal}
        >
          Review changes
        </BusyButton>
        {canDiscard && (
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
        {unsaved > 0 && (
          <Badge color="warn" leftSection={<span className={routeStyles.ring} aria-hidden />}>
            {count(unsaved, 'unsaved change')}
          </Badge>
        )}
      </div>
    </form>
  );
}

type AddPoliciesProps = { editor: Editor; takeFocus: boolean };

/** @param takeFocus the form has just been opened by a button that is gone */
function AddPolicies({ editor: { state, change }, takeFocus }: AddPoliciesProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takeFocus) field.current?.focus();
  }, [takeFocus]);

  return (
    <PolicyField
      ref={field}
      id={ADD_FIELD}
      text={state.text}
      onText={(text) => change((previous) => typeIds(previous, text))}
      onAdd={(anyway) => change((previous) => addTyped(previous, anyway))}
      error={state.fieldError && <FieldError alert={state.attempt === 0} text={state.fieldError} />}
      said={state.said}
    />
  );
}
