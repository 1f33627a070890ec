import { Stack } from '@mantine/core';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isChange, type Plan } from '#bulk/job.ts';
import { planRename, takenNames, type Chosen } from '#web/features/bot-users/plan-lines.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const FIELDS = ['find', 'replace', 'front', 'behind'] as const;
const LABELS = ['Find', 'Replace with', 'Add in front', 'Add behind'];
const PREVIEWED = 5;

/** The text to find is taken literally, and so is what replaces it. */
const renameBy =
  ([find, replace, front, behind]: readonly [string, string, string, string]) =>
  (name: string) =>
    `${front}${find === '' ? name : name.replaceAll(find, () => replace)}${behind}`;

type RenameDialogProps = { chosen: Chosen; onPlan: (plan: Plan) => void; onClose: () => void };

export function RenameDialog({ chosen, onPlan, onClose }: RenameDialogProps) {
  const { control, handleSubmit, setError, clearErrors, getValues } = useForm({
    defaultValues: { find: '', replace: '', front: '', behind: '' },
  });
  const [taken] = useState(takenNames);
  // The preview of 100,000 names takes longer than a frame.
  const words = useDeferredValue(useWatch({ control, name: FIELDS }));
  const plan = useMemo(() => planRename(chosen, renameBy(words), taken), [chosen, words, taken]);
  const changes = plan.lines.filter(isChange);
  const conflicts = plan.lines.filter(({ kind }) => kind === 'conflict').length;
  const formId = useId();

  function submit() {
    const values = getValues(FIELDS);
    const withKey = FIELDS.find((_, at) => session.containsKey(values[at] ?? ''));
    const now = planRename(chosen, renameBy(values), taken);
    if (withKey) setError(withKey, { message: 'This is your API key. Take it out.' });
    else if (!now.lines.some(isChange)) setError('find', { message: 'No name would change.' });
    else {
      onClose();
      onPlan(now);
    }
  }

  return (
    <Dialog
      title={`Rename ${count(chosen.bots.length, 'bot user')}`}
      onClose={onClose}
      footer={
        <SubmitButton form={formId}>{`Plan ${count(changes.length, 'rename')}`}</SubmitButton>
      }
    >
      <form
        id={formId}
        noValidate
        // What is wrong with one field may be mended in another.
        onChange={() => clearErrors()}
        onSubmit={(event) => void handleSubmit(submit)(event)}
      >
        <Stack gap="xs">
          {FIELDS.map((field, at) => (
            <TextField
              key={field}
              name={field}
              control={control}
              label={LABELS[at]}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={at === 0 || undefined}
            />
          ))}
        </Stack>
      </form>
      <p aria-live="polite">
        {formatNumber(changes.length)} of {count(chosen.bots.length, 'name')} will change
        {conflicts > 0 && `, ${count(conflicts, 'conflict')}`}.
      </p>
      {changes.length > 0 && (
        <ul aria-label="Preview">
          {changes.slice(0, PREVIEWED).map(({ id, label, after }) => (
            <li key={id}>
              <UntrustedText text={shorten(label)} /> →{' '}
              <strong>
                <UntrustedText text={shorten(String(after?.['name']))} />
              </strong>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
