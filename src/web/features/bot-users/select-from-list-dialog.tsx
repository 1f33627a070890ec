import { Button, Group, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { matchEntries, readEntries, type ListMatch } from '#web/features/bot-users/list-entries.ts';
import { lookUp } from '#web/features/bot-users/look-up.ts';
import { planCreation } from '#web/features/bot-users/plan-lines.ts';
import { listEnd, loadedRows } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** Finds what was pasted among the loaded bot users. Nothing is sent before a press that says so. */
export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const plan = useOpenPlan();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<ListMatch>();
  const [busy, setBusy] = useState(false);
  /** Looked up by their ids; `undefined`: the service does not know the id. */
  const others = useRef(new Map<string, BotUser | undefined>());
  const summary = useRef<HTMLParagraphElement>(null);
  const [closing] = useState(() => new AbortController());
  const formId = useId();

  useEffect(() => () => closing.abort(), [closing]);
  // The pressed button may have gone with the group that it was about.
  useEffect(() => {
    if (found && document.activeElement === document.body) summary.current?.focus();
  }, [found]);

  function find(failure?: string) {
    const entries = readEntries(text);
    const wrong = session.containsKey(text)
      ? 'Your API key is in it. Take it out.'
      : entries.length === 0 && 'Paste at least one id or name.';
    setProblem(wrong || failure);
    setFound(wrong ? undefined : matchEntries(entries, loadedRows(), others.current));
  }

  async function lookUpAll(ids: readonly string[]) {
    setBusy(true);
    try {
      await lookUp(ids, closing.signal, (id, bot) => void others.current.set(id, bot));
      find();
    } catch (error) {
      find(`Not all of them were looked up. ${reasonOf(error)}`);
    }
    setBusy(false);
  }

  const { matched = [], notLoaded = [], unknownNames = [] } = found ?? {};
  return (
    <Dialog
      wide
      title="Select from a list"
      onClose={onClose}
      footer={<SubmitButton form={formId}>Find</SubmitButton>}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <Textarea
          data-autofocus
          rows={6}
          label="Ids or names"
          description="One per line, or separated by commas, semicolons or tabs. Addresses of bot users count as ids."
          spellCheck={false}
          autoComplete="off"
          error={problem}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFound(undefined);
          }}
        />
      </form>
      <p ref={summary} tabIndex={-1} aria-live="polite" className="numbers">
        {found && summaryOf(found)}
      </p>
      {matched.length > 0 && (
        <Group>
          <Button
            onClick={() => {
              selection.add(matched.map(({ id }) => id));
              onClose();
            }}
          >
            Select {formatNumber(matched.length)}
          </Button>
        </Group>
      )}
      <Entries title="Ambiguous" entries={found?.ambiguous} />
      <Entries title="Not loaded" entries={notLoaded}>
        <SubmitButton
          type="button"
          variant="default"
          busy={busy}
          onClick={() => void lookUpAll(notLoaded)}
        >
          Look them up
        </SubmitButton>
        <span className="dim">Reads each by its id: {count(notLoaded.length, 'request')}.</span>
      </Entries>
      <Entries title="Unknown names" entries={unknownNames}>
        {listEnd() === 'last' ? (
          <SubmitButton
            type="button"
            variant="default"
            refusal={plan.blocked}
            onClick={() => {
              onClose();
              plan.open(planCreation(unknownNames));
            }}
          >
            Plan to create {formatNumber(unknownNames.length)}
          </SubmitButton>
        ) : (
          <span className="dim">They may be among those that are not loaded: Load all.</span>
        )}
      </Entries>
      <Entries title="Unknown ids" entries={found?.unknownIds} />
    </Dialog>
  );
}

const LISTED = 20;

type EntriesProps = {
  title: string;
  entries?: readonly string[] | undefined;
  children?: ReactNode;
};

function Entries({ title, entries = [], children }: EntriesProps) {
  if (entries.length === 0) return null;
  const more = entries.length - LISTED;
  return (
    <section>
      <h3>
        {title} ({formatNumber(entries.length)})
      </h3>
      <Group my="xs">{children}</Group>
      <ul>
        {entries.slice(0, LISTED).map((entry) => (
          <li key={entry}>
            <UntrustedText text={shorten(entry)} />
          </li>
        ))}
        {more > 0 && <li className="dim">and {formatNumber(more)} more</li>}
      </ul>
    </section>
  );
}

/** `40 matched, 3 not loaded, 2 unknown, 1 ambiguous` */
function summaryOf({ matched, notLoaded, unknownNames, unknownIds, ambiguous }: ListMatch) {
  const others = {
    'not loaded': notLoaded.length,
    unknown: unknownNames.length + unknownIds.length,
    ambiguous: ambiguous.length,
  };
  const texts = Object.entries(others).map(([group, size]) => size > 0 && `${size} ${group}`);
  return [`${formatNumber(matched.length)} matched`, ...texts].filter(Boolean).join(', ');
}
