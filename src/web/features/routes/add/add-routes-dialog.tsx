import { useRef, useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { readTextFiles } from '#web/features/routes/add/read-file.ts';
import { textOfUnreadable } from '#web/features/routes/add/read-routes.ts';
import { RoutesToAdd } from '#web/features/routes/add/routes-to-add.tsx';
import { DropArea, FileButton } from '#web/features/routes/add/take-files.tsx';
import { useTextPlan } from '#web/features/routes/add/use-text-plan.ts';
import { buttonWords, doneWords, planWords } from '#web/features/routes/add/words.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { count, shorten } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DiscardDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Textarea } from '#web/ui/parts/text-input.tsx';
import styles from './add.module.css';

/** Takes routes as text or files, and shows what adding them does before it is done. */
export function AddRoutesDialog({ onClose }: { onClose: () => void }) {
  const config = useConfig();
  const receipt = useReceipt();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const { planned, planNow } = useTextPlan(text);
  const [done, setDone] = useState({ added: 0, relabelled: 0, undo: () => {} });
  const [isAsking, setAsking] = useState(false);
  const isDirty = text.trim() !== '';

  const { plan, unreadable, hasKey, service_host: madeFor } = planned;
  const counts = { added: plan.added.length, relabelled: plan.relabelled.length };

  function type(typed: string) {
    setText(typed);
    setProblem(undefined);
  }

  function add() {
    const now = planNow();
    const { added, relabelled } = now.plan;
    if (now.hasKey || added.length + relabelled.length === 0) {
      setProblem(now.hasKey ? undefined : whyNothing(now.plan.lines.length, now.unreadable.length));
      field.current?.focus();
      return;
    }
    const result = knownRoutes().add(added, relabelled);
    const all = {
      added: done.added + result.added,
      relabelled: done.relabelled + result.relabelled,
      undo() {
        result.undo();
        done.undo();
      },
    };
    setDone(all);
    receipt({ text: doneWords(all), undo: all.undo });
    if (now.unreadable.length === 0) return onClose();
    type(textOfUnreadable(now.unreadable));
    field.current?.focus();
  }

  async function takeFiles(files: Iterable<File>) {
    const { texts, problems } = await readTextFiles(files);
    if (texts.length > 0)
      setText((before) => [...(before.trim() === '' ? [] : [before]), ...texts].join('\n'));
    setProblem(problems.join(' ') || undefined);
    field.current?.focus();
  }

  const close = () => (isDirty ? setAsking(true) : onClose());
  const isOtherHost = madeFor !== undefined && madeFor !== config.service_host;
  const error = hasKey ? 'Your API key is in this text. Take it out.' : problem;
  const hasAdded = done.added + done.relabelled > 0;
  return (
    <>
      <FormDialog
        wide
        title="Add routes"
        submitLabel={buttonWords(counts)}
        {...(hasAdded && { cancelLabel: 'Close' })}
        onSubmit={add}
        onClose={close}
      >
        <DropArea onFiles={(files) => void takeFiles(files)}>
          <Textarea
            ref={field}
            data-autofocus
            className={styles.field}
            rows={6}
            label="Routes, one per line"
            description="A route URL, or edge id, route id, label. CSV and JSON work too."
            spellCheck={false}
            autoComplete="off"
            error={error && <FieldError text={error} alert />}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <FileButton onFiles={(files) => void takeFiles(files)} />
          {hasAdded && (
            <Notice tone="neutral" role="status" title={doneWords(done)}>
              {isDirty && 'Lines that could not be read are still in the field.'}
            </Notice>
          )}
          {isOtherHost && counts.added > 0 && (
            <OtherHostNotice host={madeFor} here={config.service_host} />
          )}
          <p aria-live="polite" className={`${styles.counts} ${layout.num}`}>
            {planWords(plan, unreadable)}
          </p>
          <RoutesToAdd plan={plan} unreadable={unreadable} />
        </DropArea>
      </FormDialog>
      <UnsavedGuard dirty={isDirty} />
      {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </>
  );
}

function whyNothing(known: number, unreadable: number): string {
  if (unreadable > 0) return 'Nothing to add: correct the lines that cannot be read.';
  if (known === 0) return 'Enter at least one route, or choose a file.';
  return known === 1
    ? 'This route is already here.'
    : `All ${count(known, 'route')} are already here.`;
}

const OtherHostNotice = ({ host, here }: { host: string; here: string }) => (
  <Notice
    tone="warn"
    title={
      <>
        This list was made for <UntrustedText text={shorten(host)} />.
      </>
    }
  >
    Its routes may not exist on {here}.
  </Notice>
);
