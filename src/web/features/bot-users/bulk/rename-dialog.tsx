import { useDeferredValue, useId, useMemo, useState } from 'react';
import { planRename, type Chosen } from '#web/features/bot-users/plan/build-plan.ts';
import { isChange, type Plan } from '#web/jobs/job.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './bulk-dialogs.module.css';

const FIELDS = {
  find: 'Find',
  replace: 'Replace with',
  front: 'Add in front',
  behind: 'Add behind',
} as const;

type Words = Record<keyof typeof FIELDS, string>;

/** Each place of the text, taken literally, is replaced. */
const renameBy =
  ({ find, replace, front, behind }: Words) =>
  (name: string) =>
    `${front}${find === '' ? name : name.replaceAll(find, () => replace)}${behind}`;

const PREVIEWED = 5;

type RenameDialogProps = { chosen: Chosen; onPlan: (plan: Plan) => void; onClose: () => void };

export function RenameDialog({ chosen, onPlan, onClose }: RenameDialogProps) {
  const [words, setWords] = useState<Words>({ find: '', replace: '', front: '', behind: '' });
  const [problem, setProblem] = useState<string>();
  const errorId = useId();
  // Of 100,000 names it takes longer than a frame.
  const typed = useDeferredValue(words);
  const plan = useMemo(() => planRename(chosen, renameBy(typed)), [chosen, typed]);
  const changes = plan.lines.filter(isChange);
  const conflicts = plan.lines.filter(({ kind }) => kind === 'conflict');

  function submit() {
    const now = planRename(chosen, renameBy(words));
    if (Object.values(words).some(session.containsKey))
      setProblem('This is your API key. Take it out.');
    else if (!now.lines.some(isChange)) setProblem('No name would change.');
    else {
      onClose();
      onPlan(now);
    }
  }

  return (
    <FormDialog
      title={`Rename ${count(chosen.bots.length, 'bot user')}`}
      submitLabel={`Plan ${count(changes.length, 'rename')}`}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.form}>
        <div className={styles.pairs}>
          {(Object.keys(FIELDS) as Array<keyof Words>).map((field) => (
            <TextInput
              key={field}
              label={FIELDS[field]}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={field === 'find' || undefined}
              error={problem !== undefined}
              aria-describedby={problem && errorId}
              value={words[field]}
              onChange={(event) => {
                setWords({ ...words, [field]: event.currentTarget.value });
                setProblem(undefined);
              }}
            />
          ))}
        </div>
        {problem && <FieldError id={errorId} text={problem} alert />}
        <p aria-live="polite" className={layout.num}>
          {formatNumber(changes.length)} of {count(chosen.bots.length, 'name')} will change
          {conflicts.length > 0 && `, ${count(conflicts.length, 'conflict')}`}.
        </p>
        {changes.length > 0 && (
          <ul aria-label="Preview" className={styles.lines}>
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
      </div>
    </FormDialog>
  );
}
