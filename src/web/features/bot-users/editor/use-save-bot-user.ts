import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';
import { run } from '#web/api/query-client.ts';
import {
  changesTowards,
  movedFields,
  type BotUserValues,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { changeOf } from '#web/features/bot-users/data/change-of.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { shorten } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** What was loaded longer ago is read again before it is overwritten. */
const OLD_MS = 60_000;

type Choice = 'keep-editing' | 'use-current' | 'apply-mine';
type Conflict = {
  loaded: BotUser;
  now: BotUser;
  yours: BotUserValues;
  /** What applying sends. */
  changed: BotUserUpdate;
  choose: (choice: Choice) => void;
};

/** Saves the changed fields, and asks before it overwrites what somebody else has changed meanwhile. */
export function useSaveBotUser(bot: BotUser, onUseCurrent: () => void) {
  const client = useQueryClient();
  const receipt = useReceipt();
  const [conflict, setConflict] = useState<Conflict>();
  const [note, setNote] = useState('');
  /** The version that this person has seen. */
  const [seen, setSeen] = useState(bot);
  const { queries, mutations } = useBotUsersContext();
  const detail = queries.detail(bot.id);

  async function saveChanges(given: BotUserValues): Promise<boolean> {
    setNote('');
    const changed = changesTowards(given, bot);
    if (Object.keys(changed).length === 0) {
      receipt({ text: 'Nothing to save.' });
      return true;
    }
    const readAt = client.getQueryState(detail.queryKey)?.dataUpdatedAt ?? 0;
    const isOld = Date.now() - readAt > OLD_MS;
    const now = isOld ? await client.query({ ...detail, staleTime: 0 }) : bot;
    // A change that is there already may be this person's own, whose response was lost.
    if (movedFields(seen, now).some((field) => field in changed && changed[field] !== now[field])) {
      const choice = await new Promise<Choice>((choose) => {
        setConflict({ loaded: seen, now, yours: given, changed, choose });
      });
      setConflict(undefined);
      if (choice === 'use-current') {
        onUseCurrent();
        receipt({ text: 'Kept their version.' });
      }
      if (choice !== 'apply-mine') return false;
    }
    const saved = await run(client, mutations.update(bot.id), changed);
    setSeen(saved);
    const differing = movedFields({ ...seen, ...changed }, saved);
    setNote(differing.map((field) => elsewhere(field, saved)).join(' '));
    const change = changeOf(now, saved);
    receipt({ text: 'Saved.', undo: () => requestUndo('bot-user', change) });
    return true;
  }

  const save = (given: BotUserValues) =>
    saveChanges(given).catch(async (error: unknown) => {
      // The page says that it is gone once its query has found out.
      if (isNotThere(failureOf(error))) await client.refetchQueries({ queryKey: detail.queryKey });
      throw error;
    });

  return { save, conflict, note };
}

const elsewhere = (field: keyof BotUserValues, now: BotUser) =>
  field === 'active'
    ? `Active was changed elsewhere to ${now.active ? 'on' : 'off'}.`
    : `Name was changed elsewhere to “${shorten(visibleText(now.name))}”.`;
