import { Stack, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { isChange, type Plan } from '#bulk/job.ts';
import { planRename, takenNames, type Chosen } from '#web/features/bot-users/plan-lines.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { UntrustedName, UntrustedText } from '#web/ui/untrusted-text.tsx';

const FIELDS = ['find', 'replace', 'front', 'behind'] as const;
const LABELS = {
  find: 'Find',
  replace: 'Replace with',
  front: 'Add in front',
  behind: 'Add behind',
};
const PREVIEWED = 5;

/** The text to find is taken literally, and so is what replaces it. */
const renameBy =
  ({ find, replace, front, behind }: typeof LABELS) =>
  (name: string) =>
    `${front}${find === '' ? name : name.replaceAll(find, () => replace)}${behind}`;

type RenameDialogProps = { chosen: Chosen; onPlan: (plan: Plan) => void; onClose: () => void };

export function RenameDialog({ chosen, onPlan, onClose }: RenameDialogProps) {
  const [words, setWords] = useState({ find: '', replace: '', front: '', behind: '' });
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const [taken] = useState(takenNames);
  // The preview of 100,000 names takes longer than a frame.
  const shown = useDeferredValue(words);
  const plan = useMemo(() => planRename(chosen, renameBy(shown), taken), [chosen, shown, taken]);
  const changes = plan.lines.filter(isChange);
  const conflicts = plan.lines.filter(({ kind }) => kind === 'conflict').length;
  const names = count(chosen.bots.length, 'name');
  const inConflict = conflicts > 0 ? `, ${count(conflicts, 'conflict')}` : '';

  const isDirty = FIELDS.some((field) => words[field] !== '');

  function submit() {
    const withKey = FIELDS.find((field) => session.containsKey(words[field]));
    if (withKey) return setProblem({ field: withKey, text: 'This is your API key. Take it out.' });
    const now = planRename(chosen, renameBy(words), taken);
    if (!now.lines.some(isChange))
      return setProblem({ field: 'find', text: 'No name would change.' });
    onClose();
    onPlan(now);
  }

  return (
    <Dialog
      title={`Rename ${count(chosen.bots.length, 'bot user')}`}
      onClose={onClose}
      submit={{ label: `Plan ${count(changes.length, 'rename')}`, run: submit, isDirty }}
    >
      <Stack gap="xs">
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={LABELS[field]}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={field === 'find' || undefined}
            value={words[field]}
            error={problem?.field === field && problem.text}
            onChange={(event) => {
              setWords({ ...words, [field]: event.currentTarget.value });
              // What is wrong with one field may be mended in another.
              setProblem(undefined);
            }}
          />
        ))}
      </Stack>
      <p aria-live="polite">
        {/* One text: of several, Firefox tells screen readers only the one that changes. */}
        {`${formatNumber(changes.length)} of ${names} will change${inConflict}.`}
      </p>
      {changes.length > 0 && (
        <ul aria-label="Preview">
          {changes.slice(0, PREVIEWED).map(({ id, label, after }) => (
            <li key={id}>
              <UntrustedText text={shorten(label)} /> →{' '}
              <UntrustedName text={String(after?.['name'])} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
