import { Button, FileButton, Textarea } from '@mantine/core';
import Upload from 'lucide-react/icons/upload';
import {
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type SubmitEvent,
} from 'react';
import { ownHosts, useConfig } from '#web/api/config.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { buttonText, doneText, planRoutes, planText } from '#web/features/routes/plan-routes.ts';
import { readList } from '#web/features/routes/read-list.ts';
import { readTextFiles } from '#web/features/routes/read-text-files.ts';
import { routeLines } from '#web/features/routes/route-lines.ts';
import { RoutesToAdd } from '#web/features/routes/routes-to-add.tsx';
import { count, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { DiscardDialog, UnsavedGuard } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './add-routes.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Takes routes as text or files, and shows what adding them does before it is done. */
export function AddRoutesDialog({ onClose }: { onClose: () => void }) {
  const config = useConfig();
  const { byKey } = useKnownRoutes();
  const field = useRef<HTMLTextAreaElement>(null);
  const formId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const isDirty = text.trim() !== '';
  const hasKey = session.containsKey(text);
  const shown = useDeferredValue(hasKey ? '' : text);
  const meaning = useMemo(() => routeLines(ownHosts(config)), [config]);
  const read = useMemo(() => readList(shown, meaning), [shown, meaning]);
  const plan = useMemo(() => planRoutes(read, byKey), [read, byKey]);
  const { service_host: madeFor } = read;
  const isOtherHost = madeFor !== undefined && madeFor !== config.service_host;

  function type(typed: string) {
    setText(typed);
    setProblem('');
  }

  function add(event: SubmitEvent) {
    event.preventDefault();
    if (hasKey) return;
    // What is shown may be a moment behind what is typed.
    const now = planRoutes(readList(text, meaning), byKey);
    const routes = [...now.added, ...now.relabelled];
    field.current?.focus();
    if (routes.length === 0) return setProblem(whyNothing(now.lines.length, now.unreadable.length));
    const undo = knownRoutes().add(routes);
    const counts = { added: now.added.length, relabelled: now.relabelled.length };
    notify({ text: doneText(counts), undo });
    if (now.unreadable.length === 0) return onClose();
    setText(now.unreadable.map((line) => line.text).join('\n'));
    setProblem(`${doneText(counts)} These lines could not be read.`);
  }

  async function takeFiles(files: Iterable<File>) {
    const { texts, problems } = await readTextFiles(files);
    setText((before) => [before, ...texts].filter((part) => part.trim() !== '').join('\n'));
    setProblem(problems.join(' '));
    field.current?.focus();
  }

  // The Escape that closes this dialog would close a question that is open already, too.
  const close = () => (isDirty ? void setTimeout(setAsking, 0, true) : onClose());
  return (
    <>
      <Dialog
        wide
        title="Add routes"
        onClose={close}
        footer={
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <SubmitButton form={formId}>
              {buttonText({ added: plan.added.length, relabelled: plan.relabelled.length })}
            </SubmitButton>
          </>
        }
      >
        {/* Elsewhere a browser would open the dropped file in place of the page. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          id={formId}
          noValidate
          className={styles.form}
          data-dropping={isOver || undefined}
          onSubmit={add}
          onDragOver={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setOver(false);
            void takeFiles(event.dataTransfer.files);
          }}
        >
          <Textarea
            ref={field}
            data-autofocus
            rows={6}
            classNames={{ input: styles.field }}
            label="Routes, one per line"
            description="A route URL, or edge id, route id, label. CSV and JSON work too."
            spellCheck={false}
            autoComplete="off"
            error={hasKey ? 'Your API key is in this text. Take it out.' : problem}
            errorProps={{ role: 'alert' }}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <div>
            <FileButton
              multiple
              accept=".csv,.tsv,.txt,.json,.jsonl,text/csv,text/plain,application/json"
              inputProps={{ 'aria-label': 'List of routes' }}
              onChange={(files) => void takeFiles(files)}
            >
              {(button) => (
                <Button {...button} variant="default" leftSection={<Upload {...icon} />}>
                  Choose a file
                </Button>
              )}
            </FileButton>
          </div>
          {isOtherHost && (
            <Notice
              tone="warn"
              title={
                <>
                  This list was made for <UntrustedText text={shorten(madeFor)} />.
                </>
              }
            >
              Its routes may not exist on {config.service_host}.
            </Notice>
          )}
          <p aria-live="polite" className="numbers">
            {planText(plan)}
          </p>
          <RoutesToAdd plan={plan} />
        </form>
      </Dialog>
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
