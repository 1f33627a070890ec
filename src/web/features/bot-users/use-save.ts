import { useState } from 'react';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  changesOf,
  differingFields,
  isConflict,
  valuesOf,
  type BotUserValues,
} from '#web/features/bot-users/bot-user-values.ts';
import type { Conflict, ConflictChoice } from '#web/features/bot-users/conflict-dialog.tsx';
import { run, updateBotUser } from '#web/features/bot-users/mutations.ts';
import { botUser } from '#web/features/bot-users/queries.ts';
import type { SaveRequest } from '#web/features/bot-users/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { notify } from '#web/ui/notify.ts';

/** A bot user that was read longer ago is read again before it is changed. */
const OLD_MS = 60_000;

/** Saves the changed fields, and asks before it replaces what somebody else has changed meanwhile. */
export function useSave(bot: BotUser) {
  const query = botUser(bot.id);
  const [conflict, setConflict] = useState<Conflict>();

  async function readIfOld() {
    const readAt = queryClient.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0;
    return Date.now() - readAt > OLD_MS ? queryClient.query({ ...query, staleTime: 0 }) : bot;
  }

  async function ask(theirs: BotUser, yours: BotUserValues) {
    const choice = await new Promise<ConflictChoice>((choose) =>
      setConflict({ theirs, yours, choose }),
    );
    setConflict(undefined);
    return choice;
  }

  async function save({ wanted, seen }: SaveRequest) {
    const changes = changesOf(seen, wanted);
    if (Object.keys(changes).length === 0) {
      notify({ text: 'Nothing to save.' });
      return valuesOf(bot);
    }
    try {
      const now = await readIfOld();
      if (isConflict(seen, wanted, now)) {
        const { name = now.name, active = now.active } = changes;
        const choice = await ask(now, { name, active });
        if (choice === 'keep-editing') return undefined;
        if (choice === 'use-theirs') {
          notify({ text: 'Kept their version.' });
          return valuesOf(now);
        }
      }
      const { bot: saved, change } = await run(updateBotUser(bot.id), changes);
      const elsewhere = differingFields({ ...seen, ...changes }, saved);
      notify({
        text: ['Saved.', ...elsewhere.map((field) => changedElsewhere(field, saved))].join(' '),
        undo: change && (() => requestUndo('bot-user', change)),
      });
      return valuesOf(saved);
    } catch (error) {
      // The page says that the bot user is gone once its query has found out.
      if (isNotThere(failureOf(error))) await queryClient.refetchQueries(query);
      throw error;
    }
  }

  return { save, conflict };
}

const changedElsewhere = (field: keyof BotUserValues, now: BotUserValues) =>
  field === 'active'
    ? `Active was changed elsewhere to ${now.active ? 'on' : 'off'}.`
    : `Name was changed elsewhere to “${shorten(visibleText(now.name))}”.`;
