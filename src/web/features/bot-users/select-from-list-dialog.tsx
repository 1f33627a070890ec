import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { matchEntries, readEntries, type ListMatch } from '#web/features/bot-users/list-entries.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { lookUp } from '#web/features/bot-users/look-up.ts';
import { planCreation } from '#web/features/bot-users/plan-lines.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { useLoading } from '#web/features/bot-users/loader.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const LISTED = 20;

/** Finds what was pasted among the loaded bot users. Nothing is sent before a press that says so. */
export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { loaded, end, status } = useLoading();
  const plan = useOpenPlan();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<ListMatch>();
  const [ticked, setTicked] = useState<string[]>([]);
  /** How many were looked up so far. */
  const [read, setRead] = useState<number>();
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
    const rows = loadedPages().flatMap(({ bot_users }) => bot_users);
    const hasKey = session.containsKey(text);
    const wrong = hasKey
      ? 'Your API key is in it. Take it out.'
      : entries.length === 0
        ? 'Paste at least one id or name.'
        : undefined;
    setProblem(wrong ?? failure);
    setFound(wrong === undefined ? matchEntries(entries, rows, others.current) : undefined);
  }

  async function lookUpAll(ids: readonly string[]) {
    setRead(0);
    const failure = await lookUp(ids, closing.signal, (id, bot) => {
      others.current.set(id, bot);
      setRead((before = 0) => before + 1);
    }).then(
      () => undefined,
      (error: unknown) => `Not all of them were looked up. ${reasonOf(error)}`,
    );
    setRead(undefined);
    find(failure);
  }

  async function loadAndFind() {
    const { kind } = await loadAll();
    find(kind === 'failed' ? 'Not all of them were loaded. Try again.' : undefined);
  }

  const action = {
    type: 'button',
    variant: 'default',
    busy: status === 'all' || read !== undefined,
  } as const;
  const { matched = [], notLoaded = [], unknownNames = [], ambiguous = [] } = found ?? {};
  const ids = [...new Set([...matched.map(({ id }) => id), ...ticked])];
  const ms = rateLimiter.msFor(notLoaded.length);

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
            setTicked([]);
          }}
        />
      </form>
      <p ref={summary} tabIndex={-1} aria-live="polite" className="numbers">
        {read !== undefined
          ? `${count(read, 'id')} looked up so far…`
          : status === 'all'
            ? `Loading, ${formatNumber(loaded)} so far…`
            : found && summaryOf(found)}
      </p>
      {ids.length > 0 && (
        <Group>
          <Button
            onClick={() => {
              selection.add(ids);
              onClose();
            }}
          >
            Select {formatNumber(ids.length)}
          </Button>
        </Group>
      )}
      {ambiguous.length > 0 && (
        <Checkbox.Group
          label={`Ambiguous (${formatNumber(ambiguous.length)})`}
          value={ticked}
          onChange={setTicked}
        >
          {ambiguous
            .flatMap(({ rows }) => rows)
            .slice(0, 5 * LISTED)
            .map(({ id, name }) => (
              <Checkbox key={id} value={id} mt={4} label={toSafeLine(`${name} (${id})`)} />
            ))}
        </Checkbox.Group>
      )}
      <Entries title="Not loaded" entries={notLoaded}>
        <SubmitButton {...action} onClick={() => void lookUpAll(notLoaded)}>
          Look them up
        </SubmitButton>
        <span className="dim">
          Reads each by its id: {count(notLoaded.length, 'request')}
          {ms > 0 && `, ${aboutTime(ms)}`}.
        </span>
      </Entries>
      <Entries title="Unknown names" entries={unknownNames}>
        {end === undefined && (
          <SubmitButton {...action} onClick={() => void loadAndFind()}>
            Load the rest and find
          </SubmitButton>
        )}
        {end === 'last' && (
          <SubmitButton
            {...action}
            refusal={plan.blocked}
            onClick={() => {
              onClose();
              plan.open(planCreation(unknownNames));
            }}
          >
            Plan to create {formatNumber(unknownNames.length)}
          </SubmitButton>
        )}
      </Entries>
      <Entries title="Unknown ids" entries={found?.unknownIds ?? []} />
    </Dialog>
  );
}

type EntriesProps = { title: string; entries: readonly string[]; children?: ReactNode };

function Entries({ title, entries, children }: EntriesProps) {
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
  const groups = {
    matched: matched.length,
    'not loaded': notLoaded.length,
    unknown: unknownNames.length + unknownIds.length,
    ambiguous: ambiguous.length,
  };
  return Object.entries(groups)
    .flatMap(([group, size]) =>
      size > 0 || group === 'matched' ? `${formatNumber(size)} ${group}` : [],
    )
    .join(', ');
}
