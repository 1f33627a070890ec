import { useState, type ReactNode } from 'react';
import { botUserDifferences, stateOf, updateOf, type BotUserState } from '#bulk/bot-user-state.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { readBeforeChange } from '#web/api/call.ts';
import { queryClient, run } from '#web/api/query-client.ts';
import { updateBotUser } from '#web/features/bot-users/mutations.ts';
import { botUser } from '#web/features/bot-users/queries.ts';
import type { SaveRequest } from '#web/features/bot-users/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/changes-on-demand.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Facts } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type Choice = 'keep-editing' | 'use-theirs' | 'save-yours';

/** A bot user that was read longer ago is read again before it is changed. */
const OLD_MS = 60_000;

/** Saves the changed fields, and asks before it replaces what somebody else has changed meanwhile. */
export function useSave(bot: BotUser) {
  const query = botUser(bot.id);
  const [conflict, setConflict] = useState<ReactNode>();

  const ask = (theirs: BotUserState, yours: BotUserState) =>
    new Promise<Choice>((resolve) => {
      const choose = (choice: Choice) => () => {
        setConflict(undefined);
        resolve(choice);
      };
      setConflict(
        <AlertDialog
          title="This bot user changed while you were editing"
          cancelLabel="Keep editing"
          confirmLabel="Save yours"
          danger
          other={{ label: 'Use theirs', onPress: choose('use-theirs') }}
          onConfirm={choose('save-yours')}
          onClose={choose('keep-editing')}
        >
          <Facts of={{ Theirs: versionOf(theirs), Yours: versionOf(yours) }} />
          <p>Saving yours undoes their change.</p>
        </AlertDialog>,
      );
    });

  async function save({ wanted, seen }: SaveRequest) {
    const changes = updateOf(seen, wanted);
    if (Object.keys(changes).length === 0) {
      notify({ text: 'Nothing to save.' });
      return stateOf(bot);
    }
    try {
      const now = await readBeforeChange(() => queryClient.query({ ...query, staleTime: OLD_MS }));
      if (isConflict(seen, wanted, now)) {
        const choice = await ask(now, { ...stateOf(now), ...changes });
        if (choice === 'keep-editing') return undefined;
        if (choice === 'use-theirs') {
          notify({ text: 'Kept their version.' });
          return stateOf(now);
        }
      }
      const { bot: saved, change } = await run(updateBotUser(bot.id), changes);
      const others = botUserDifferences({ ...seen, ...changes }, saved);
      const notes = others.map((field) => differenceText(field, saved, field in changes));
      notify({
        text: ['Saved.', ...notes].join(' '),
        undo: change && (() => requestUndo('bot-user', change)),
      });
      return stateOf(saved);
    } catch (error) {
      // The page says that the bot user is gone once its query has found out.
      if (isNotThere(failureOf(error))) await queryClient.refetchQueries(query);
      throw error;
    }
  }

  return { save, conflict };
}

/** Whether somebody else has changed a field that this person changes too, to something else than is wanted. */
export const isConflict = (seen: BotUserState, wanted: BotUserState, now: BotUserState) =>
  botUserDifferences(seen, wanted).some(
    (field) => now[field] !== seen[field] && now[field] !== wanted[field],
  );

/** @param isOwn it was sent, and the service made something else of it */
function differenceText(field: keyof BotUserState, now: BotUserState, isOwn: boolean): string {
  const { label, value } = {
    name: { label: 'Name', value: `“${shorten(visibleText(now.name))}”` },
    active: { label: 'Active', value: now.active ? 'on' : 'off' },
  }[field];
  return isOwn
    ? `The service saved something different: ${label} is ${value}.`
    : `${label} was changed elsewhere to ${value}.`;
}

const versionOf = ({ name, active }: BotUserState) => (
  <>
    <UntrustedText text={shorten(name.trim() || '(no name)')} />, {active ? 'active' : 'inactive'}
  </>
);
