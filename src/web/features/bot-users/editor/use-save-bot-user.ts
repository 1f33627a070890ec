import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';
import { run } from '#web/api/query-client.ts';
import {
  changesTowards,
  movedFields,
  type BotUserValues,
  type Field,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { shorten } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** Milliseconds after which what was loaded is read again before it is overwritten. */
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

/**
 * Saves what was changed of one bot user, and nothing else. What somebody else changed meanwhile is not overwritten
 * without asking.
 *
 * @param onUseCurrent the person takes what the service has now
 */
export function useSaveBotUser(bot: BotUser, onUseCurrent: () => void) {
  const { id } = bot;
  const client = useQueryClient();
  const receipt = useReceipt();
  const [conflict, setConflict] = useState<Conflict>();
  const [note, setNote] = useState<string>();
  /** What this person has seen of it; a conflict stays one until it is resolved. */
  const [seen, setSeen] = useState(bot);
  const { queries, mutations } = useBotUsersContext();
  const detail = queries.detail(id);

  async function saveChanges(given: BotUserValues): Promise<boolean> {
    setNote(undefined);
    const changed = changesTowards(given, bot);
    if (Object.keys(changed).length === 0) {
      receipt({ text: 'Nothing to save.' });
      return true;
    }
    const readAt = client.getQueryState(detail.queryKey)?.dataUpdatedAt ?? 0;
    const isOld = Date.now() - readAt > OLD_MS;
    const now = isOld ? await client.query({ ...detail, staleTime: 0 }) : bot;
    // A change that is there already may be this person's own, of which no answer came.
    if (movedFields(seen, now).some((field) => field in changed && changed[field] !== now[field])) {
      const choice = await new Promise<Choice>((choose) => {
        setConflict({ loaded: seen, now, yours: given, changed, choose });
      });
      setConflict(undefined);
      if (choice === 'use-current') onUseCurrent();
      if (choice !== 'apply-mine') return false;
    }
    const saved = await run(client, mutations.update(id), changed);
    setSeen(saved);
    // The answer against what it should be now: what was seen, with what was sent.
    const differing = movedFields({ ...seen, ...changed }, saved);
    setNote(differing.map((field) => elsewhere(field, saved)).join(' ') || undefined);
    receipt({ text: 'Saved.' });
    return true;
  }

  async function save(given: BotUserValues): Promise<boolean> {
    try {
      return await saveChanges(given);
    } catch (error) {
      if (!isNotThere(failureOf(error))) throw error;
      // The page for a bot user that is gone takes over, with the name it had.
      await client.refetchQueries({ queryKey: detail.queryKey });
      throw error;
    }
  }

  return { save, conflict, note };
}

function elsewhere(field: Field, now: BotUser): string {
  return field === 'active'
    ? `Active was changed elsewhere to ${now.active ? 'on' : 'off'}.`
    : `Name was changed elsewhere to “${shorten(visibleText(now.name))}”.`;
}
