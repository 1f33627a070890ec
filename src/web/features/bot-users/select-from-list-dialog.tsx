import '#web/styles/more.css';
import { Button, Group, Progress, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import type { Waiting } from '#client/retry.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { matchEntries, readEntries, type ListMatch } from '#web/features/bot-users/list-entries.ts';
import { ListMatches } from '#web/features/bot-users/list-matches.tsx';
import { loadAll, stopLoading } from '#web/features/bot-users/loader.ts';
import { lookUp } from '#web/features/bot-users/look-up.ts';
import { planCreation } from '#web/features/bot-users/plan-lines.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { useLoading } from '#web/features/bot-users/use-loading.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type LookingUp = {
  read: number;
  total: number;
  stop: AbortController;
  waiting?: Waiting | undefined;
};

/** Finds what was pasted among the loaded bot users. Nothing is sent before a press that says so. */
export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const plan = useOpenPlan();
  const { loaded, end, status, waiting } = useLoading();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [others, setOthers] = useState<ReadonlyMap<string, BotUser | undefined>>(new Map());
  const [found, setFound] = useState<ListMatch>();
  const [lookingUp, setLookingUp] = useState<LookingUp>();
  const summary = useRef<HTMLParagraphElement>(null);
  const formId = useId();
  const isLoading = status === 'all';

  // The pressed button may have gone with the group that it was about.
  useEffect(() => {
    if (found && document.activeElement === document.body) summary.current?.focus();
  }, [found]);
  const stop = lookingUp?.stop;
  useEffect(() => () => stop?.abort(), [stop]);

  function type(typed: string) {
    const hasKey = session.containsKey(typed);
    setText(hasKey ? withoutKey(typed) : typed);
    setProblem(hasKey ? 'Your API key was in it and has been taken out.' : undefined);
    setFound(undefined);
  }

  function find(known = others) {
    const entries = readEntries(text);
    if (entries.length === 0) return setProblem('Paste at least one id or name.');
    setProblem(undefined);
    setFound(
      matchEntries(
        entries,
        loadedPages().flatMap(({ bot_users }) => bot_users),
        known,
      ),
    );
  }

  async function lookUpAll(ids: readonly string[]) {
    const known = new Map(others);
    const work = { read: 0, total: ids.length, stop: new AbortController() };
    setLookingUp(work);
    let reason: string | undefined;
    try {
      await lookUp(ids, {
        signal: work.stop.signal,
        onWait: (now) => setLookingUp((state) => state && { ...state, waiting: now }),
        onRead(id, bot) {
          known.set(id, bot);
          setLookingUp((state) => state && { ...state, read: state.read + 1 });
        },
      });
    } catch (error) {
      if (!work.stop.signal.aborted) reason = reasonOf(error);
    }
    setLookingUp(undefined);
    setOthers(known);
    find(known);
    if (reason !== undefined) setProblem(`Not all of them were looked up. ${reason}`);
  }

  async function loadAndFind() {
    const outcome = await loadAll();
    find();
    if (outcome.kind === 'failed') setProblem('Not all of them were loaded. Try again.');
  }

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
          onChange={(event) => type(event.currentTarget.value)}
        />
      </form>
      <p ref={summary} tabIndex={-1} aria-live="polite" className="numbers">
        {found && summaryOf(found)}
      </p>
      {lookingUp && (
        <Working
          label="Looking up bot users"
          text={`${formatNumber(lookingUp.read)} of ${formatNumber(lookingUp.total)} looked up`}
          percent={(100 * lookingUp.read) / lookingUp.total}
          waiting={lookingUp.waiting}
          cancel="Cancel"
          onCancel={() => lookingUp.stop.abort()}
        />
      )}
      {isLoading && (
        <Working
          label="Loading bot users"
          text={`Loading, ${formatNumber(loaded)} so far`}
          waiting={waiting}
          cancel="Cancel loading"
          onCancel={stopLoading}
        />
      )}
      {found && (
        <ListMatches
          found={found}
          end={end}
          isBusy={isLoading || lookingUp !== undefined}
          blocked={plan.blocked}
          onSelect={(ids) => {
            selection.add(ids);
            onClose();
          }}
          onLookUp={() => void lookUpAll(found.notLoaded)}
          onLoad={() => void loadAndFind()}
          onCreate={() => {
            onClose();
            plan.open(planCreation(found.unknownNames));
          }}
        />
      )}
    </Dialog>
  );
}

type WorkingProps = {
  label: string;
  text: string;
  /** Missing: nobody knows how much is left. */
  percent?: number;
  waiting: Waiting | undefined;
  cancel: string;
  onCancel: () => void;
};

const WAITS = {
  connection: '. You are offline: it goes on by itself.',
  limit: '. Slowed by the service: it goes on by itself.',
  fault: '. Interrupted: it goes on by itself.',
};

const Working = ({ label, text, percent = 100, waiting, cancel, onCancel }: WorkingProps) => (
  <div>
    <Group justify="space-between">
      <span className="dim numbers">
        {text}
        {waiting && WAITS[waiting.for]}
      </span>
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
    </Group>
    <Progress aria-label={label} value={percent} animated={percent === 100} mt="xs" />
  </div>
);

/** The rest of the text stays as it is. */
const withoutKey = (text: string) => session.redact(keyless(text.split(/([,;\t\r\n])/)).join(''));

/** Searches in halves, since testing 100,000 parts one by one takes minutes. */
function keyless(parts: readonly string[]): readonly string[] {
  if (!session.containsKey(parts.join(''))) return parts;
  if (parts.length === 1) return [];
  const middle = Math.ceil(parts.length / 2);
  return [...keyless(parts.slice(0, middle)), ...keyless(parts.slice(middle))];
}

/** `40 matched, 3 not loaded, 2 unknown, 1 ambiguous` */
function summaryOf(found: ListMatch): string {
  const groups = [
    [found.matched.length, 'matched'],
    [found.notLoaded.length, 'not loaded'],
    [found.unknownNames.length + found.unknownIds.length, 'unknown'],
    [found.ambiguous.length, 'ambiguous'],
  ] as const;
  return groups
    .filter(([size], at) => size > 0 || at === 0)
    .map(([size, group]) => `${formatNumber(size)} ${group}`)
    .join(', ');
}
