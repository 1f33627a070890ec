import { Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { matchEntries, readEntries, type ListMatch } from '#web/features/bot-users/list-entries.ts';
import { ListMatches } from '#web/features/bot-users/list-matches.tsx';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { lookUp } from '#web/features/bot-users/look-up.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { useLoading } from '#web/features/bot-users/use-loading.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Finds what was pasted among the loaded bot users. Nothing is sent before a press that says so. */
export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { loaded, end, status } = useLoading();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  /** Looked up by their ids; `undefined`: the service does not know the id. */
  const [others, setOthers] = useState<ReadonlyMap<string, BotUser | undefined>>(new Map());
  const [found, setFound] = useState<ListMatch>();
  const [read, setRead] = useState<number>();
  const summary = useRef<HTMLParagraphElement>(null);
  const stop = useRef<AbortController>(undefined);
  const formId = useId();

  useEffect(() => () => stop.current?.abort(), []);
  // The pressed button may have gone with the group that it was about.
  useEffect(() => {
    if (found && document.activeElement === document.body) summary.current?.focus();
  }, [found]);

  function type(typed: string) {
    const hasKey = session.containsKey(typed);
    setText(hasKey ? withoutKey(typed) : typed);
    setProblem(hasKey ? 'Your API key was in it and has been taken out.' : undefined);
    setFound(undefined);
  }

  function find(known = others, failure?: string) {
    const entries = readEntries(text);
    const rows = loadedPages().flatMap(({ bot_users }) => bot_users);
    setProblem(entries.length === 0 ? 'Paste at least one id or name.' : failure);
    if (entries.length > 0) setFound(matchEntries(entries, rows, known));
  }

  async function lookUpAll(ids: readonly string[]) {
    const known = new Map(others);
    stop.current = new AbortController();
    setRead(0);
    const failure = await lookUp(ids, stop.current.signal, (id, bot) => {
      known.set(id, bot);
      setRead((before = 0) => before + 1);
    }).then(
      () => undefined,
      (error: unknown) => `Not all of them were looked up. ${reasonOf(error)}`,
    );
    setRead(undefined);
    setOthers(known);
    find(known, failure);
  }

  async function loadAndFind() {
    const { kind } = await loadAll();
    find(others, kind === 'failed' ? 'Not all of them were loaded. Try again.' : undefined);
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
        {read !== undefined
          ? `${count(read, 'id')} looked up so far…`
          : status === 'all'
            ? `Loading, ${formatNumber(loaded)} so far…`
            : found && summaryOf(found)}
      </p>
      {found && (
        <ListMatches
          found={found}
          end={end}
          isBusy={status === 'all' || read !== undefined}
          onSelect={(ids) => {
            selection.add(ids);
            onClose();
          }}
          onLookUp={() => void lookUpAll(found.notLoaded)}
          onLoad={() => void loadAndFind()}
          onPlan={onClose}
        />
      )}
    </Dialog>
  );
}

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
function summaryOf({ matched, notLoaded, unknownNames, unknownIds, ambiguous }: ListMatch) {
  const others = {
    'not loaded': notLoaded.length,
    unknown: unknownNames.length + unknownIds.length,
    ambiguous: ambiguous.length,
  };
  return [
    `${formatNumber(matched.length)} matched`,
    ...Object.entries(others).flatMap(([group, size]) =>
      size > 0 ? `${formatNumber(size)} ${group}` : [],
    ),
  ].join(', ');
}
