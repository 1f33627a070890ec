import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  ADD_FIELD,
  addTyped,
  typeIds,
  type EditorState,
} from '#web/features/routes/editor/editor-state.ts';
import type { RestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import styles from './editor.module.css';

type AddPoliciesProps = {
  state: EditorState;
  onChange: RestrictionEditor['change'];
  /** The form has just been opened by a button that is gone. */
  takeFocus: boolean;
};

/**
 * One field for one id or a hundred; Enter adds and never submits. A field of one line would glue the lines of a
 * paste together.
 */
export function AddPolicies({ state, onChange, takeFocus }: AddPoliciesProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takeFocus) field.current?.focus();
  }, [takeFocus]);

  function add() {
    onChange(addTyped);
    field.current?.focus();
  }

  return (
    <div>
      <div className={styles.add}>
        <Textarea
          ref={field}
          id={ADD_FIELD}
          className={styles.addField}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          label="Add IP policy ids"
          description="Paste as many as you like, separated by spaces, commas or new lines. Repeats are dropped."
          error={
            state.fieldError && <FieldError alert={state.attempt === 0} text={state.fieldError} />
          }
          rows={1}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={state.text}
          onChange={({ currentTarget: { value } }) => onChange((before) => typeIds(before, value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" onClick={add}>
          Add
        </Button>
      </div>
      <div role="status" className={state.said ? styles.said : undefined}>
        {state.said}
      </div>
    </div>
  );
}
