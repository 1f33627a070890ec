import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import {
  addedText,
  planRoutes,
  planText,
  RoutesToAdd,
} from '#web/features/routes/routes-to-add.tsx';
import { readTextFile } from '#web/jobs/read-text-file.ts';
import { session } from '#web/session/session.ts';
import { ChooseFiles } from '#web/ui/choose-files.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import styles from './board.module.css';

/** Takes routes as text or files, and shows what adding them does before it is done. */
export function AddRoutesDialog({ onClose }: { onClose: () => void }) {
  const { byKey } = useKnownRoutes();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const isDirty = text.trim() !== '';
  const hasKey = session.containsKey(text);
  const shown = useDeferredValue(hasKey ? '' : text);
  const plan = useMemo(() => planRoutes(shown, byKey), [shown, byKey]);
  // Nobody wants to hear it after each letter.
  const [summary] = useDebouncedValue(planText(plan), 400);

  function add() {
    if (hasKey) return;
    // What is shown may be a moment behind what is typed.
    const now = planRoutes(text, byKey);
    const { added, relabelled, lines, unreadable, head } = now;
    field.current?.focus();
    if (added.length + relabelled.length === 0)
      return setProblem(
        unreadable.length > 0
          ? 'Nothing to add: correct the lines that cannot be read.'
          : lines.length > 0
            ? 'Already here.'
            : 'Enter at least one route, or choose a file.',
      );
    const undo = knownRoutes().add([...added, ...relabelled]);
    const done = `Added ${addedText(now)}.`;
    notify({ text: done, undo });
    if (unreadable.length === 0) return onClose();
    setText([head, ...unreadable.map((line) => line.text)].filter(Boolean).join('\n'));
    setProblem(`${done} These lines could not be read.`);
  }

  async function takeFiles(files: readonly File[]) {
    const read = await Promise.all(files.map(readTextFile));
    setText((before) => [before, ...read.flatMap((file) => file.text ?? [])].join('\n').trim());
    setProblem(read.flatMap((file) => file.problem ?? []).join(' '));
    field.current?.focus();
  }

  return (
    <Dialog
      wide
      title="Add routes"
      onClose={onClose}
      submit={{ label: `Add ${addedText(plan) || 'routes'}`, run: add, isDirty }}
    >
      <Textarea
        ref={field}
        data-autofocus
        rows={6}
        classNames={{ input: styles.mono }}
        label="Routes, one per line"
        description="A route URL, or edge id, route id, label. CSV and JSON work too."
        spellCheck={false}
        autoComplete="off"
        error={hasKey ? 'Your API key is in this text. Take it out.' : problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
      />
      <div>
        <ChooseFiles name="List of routes" onChange={(files) => void takeFiles(files)} />
      </div>
      <p aria-live="polite" className="numbers">
        {summary}
      </p>
      <RoutesToAdd plan={plan} />
    </Dialog>
  );
}
