import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { createWork, type Work } from '#web/features/bot-users/data/work.ts';
import { LoadProgress, Progress } from '#web/features/bot-users/list/load-progress.tsx';
import { planCreation } from '#web/features/bot-users/plan/build-plan.ts';
import {
  matchEntries,
  readEntries,
  type ListMatch,
} from '#web/features/bot-users/list-entries.ts';
import { ListResult } from '#web/features/bot-users/bulk/list-result.tsx';
import { lookUp } from '#web/features/bot-users/bulk/look-up.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { Textarea } from '#web/ui/parts/text-input.tsx';
import styles from './bulk-dialogs.module.css';

type SelectFromListDialogProps = { list: BotUserListState; onClose: () => void };

/** What is pasted is looked for among the loaded ones; nothing is sent before a press that says so. */
export function SelectFromListDialog({ list, onClose }: SelectFromListDialogProps) {
  const { cache, loadAll } = useBotUsersContext();
  const client = useQueryClient();
  const { limits } = useConfig();
  const plan = useOpenPlan();
  const loadState = useWork(loadAll);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [others, setOthers] = useState<ReadonlyMap<string, BotUser | undefined>>(new Map());
  const [found, setFound] = useState<ListMatch>();
  const [lookingUp, setLookingUp] = useState<{ work: Work<void>; total: number }>();
  const summary = useRef<HTMLParagraphElement>(null);
  const isLoading = loadState.status === 'running';

  // The button that was pressed may have gone with what it was about.
  useEffect(() => {
    if (found && !document.activeElement?.closest('dialog')) summary.current?.focus();
  }, [found]);
  useEffect(() => () => lookingUp?.work.stop(), [lookingUp]);

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
    setFound(matchEntries(entries, cache.rows(), known));
  }

  async function lookUpAll(ids: readonly string[]) {
    const read = new Map(others);
    const work = createWork(session.signal(), ({ signal, onRead, onWait }) =>
      lookUp({
        client,
        cache,
        ids,
        atOnce: limits.requests_at_once,
        signal,
        onWait,
        onRead(id, bot) {
          read.set(id, bot);
          onRead(1);
        },
      }),
    );
    setLookingUp({ work, total: ids.length });
    const outcome = await work.start();
    setLookingUp(undefined);
    setOthers(read);
    find(read);
    if (outcome.kind === 'failed')
      setProblem(`Not all of them were looked up. ${reasonOf(outcome.error)}`);
  }

  async function loadAndFind() {
    const outcome = await loadAll.start();
    find();
    if (outcome.kind === 'failed')
      setProblem(`Not all of them were loaded. ${reasonOf(outcome.error)}`);
  }

  return (
    <FormDialog
      wide
      title="Select from a list"
      submitLabel="Find"
      onSubmit={() => find()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Textarea
          data-autofocus
          rows={6}
          label="Ids or names"
          description="One per line, or separated by commas, semicolons or tabs. Addresses of bot users count as ids."
          spellCheck={false}
          autoComplete="off"
          error={problem && <FieldError text={problem} alert />}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <p
          ref={summary}
          tabIndex={-1}
          aria-live="polite"
          className={`${styles.summary} ${layout.num}`}
        >
          {found && summaryOf(found)}
        </p>
        {lookingUp && <LookUpProgress {...lookingUp} />}
        {isLoading && (
          <div className={layout.row}>
            <LoadProgress size={list.loaded} state={loadState} />
            <Button size="xs" variant="default" onClick={loadAll.stop}>
              Cancel loading
            </Button>
          </div>
        )}
        {found && (
          <ListResult
            found={found}
            end={list.end}
            isBusy={isLoading || lookingUp !== undefined}
            blocked={plan.blocked}
            onSelect={(ids) => {
              selection.set(ids, true);
              onClose();
            }}
            onLookUp={() => void lookUpAll(found.notLoaded)}
            onLoad={() => void loadAndFind()}
            onCreate={() => {
              onClose();
              plan.open(planCreation(found.unknownNames, cache.rows()));
            }}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Everything else stays. */
const withoutKey = (text: string) => session.redact(keyless(text.split(/([,;\t\r\n])/)).join(''));

/** Looked for in halves: of 100,000 parts one by one it takes minutes. */
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

function LookUpProgress({ work, total }: { work: Work<void>; total: number }) {
  const state = useWork(work);
  return (
    <div className={layout.row}>
      <Progress
        label="Looking up bot users"
        state={state}
        percent={(100 * state.read) / Math.max(1, total)}
      >
        {formatNumber(state.read)} of {formatNumber(total)} looked up
      </Progress>
      <Button size="xs" variant="default" onClick={work.stop}>
        Cancel
      </Button>
    </div>
  );
}
