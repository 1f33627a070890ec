import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSavedViews } from '#web/features/bot-users/saved-views/saved-views.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

type SaveViewDialogProps = {
  query: string;
  onClose: () => void;
};

export function SaveViewDialog({ query, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const { views, save } = useSavedViews();
  const receipt = useReceipt();
  const replaces = views.some((view) => view.name === name.trim());

  function submit() {
    const saved = save(name, query);
    setProblem(saved.problem);
    if (saved.problem !== undefined) return;
    onClose();
    receipt({
      text: (
        <>
          View{' '}
          <strong>
            <UntrustedText text={name.trim()} />
          </strong>{' '}
          {replaces ? 'replaced' : 'saved'}.
        </>
      ),
      undo: saved.undo,
    });
  }

  return (
    <FormDialog
      title="Save this view"
      onClose={onClose}
      submitLabel={replaces ? 'Replace view' : 'Save view'}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        label="Name"
        description={
          query === ''
            ? 'Nothing is filtered or sorted now: this view is the whole list. It stays on this device.'
            : 'The filter, the order and the grouping of the list, without its rows. It stays on this device.'
        }
        autoComplete="off"
        value={name}
        error={problem && <FieldError text={problem} alert />}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <p aria-live="polite" className={layout.small}>
        {replaces && 'A view of this name is kept already. It will be replaced.'}
      </p>
    </FormDialog>
  );
}
