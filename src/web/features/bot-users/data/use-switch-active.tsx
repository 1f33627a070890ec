import { useSyncExternalStore } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { changeOf } from '#web/features/bot-users/data/change-of.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { FailedSwitch } from '#web/features/bot-users/data/local-changes.ts';
import { UnsureSwitch } from '#web/features/bot-users/data/switch-active.ts';
import { requestUndo } from '#web/jobs/job-parts.ts';
import { shorten } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/** Why the last switch of one row failed; drawn again for this row only. */
export function useFailedSwitch(id: string): FailedSwitch | undefined {
  const { switches } = useBotUsersContext().cache.changes;
  return useSyncExternalStore(switches.subscribe, () => {
    const state = switches.get().get(id);
    return state?.status === 'failed' ? state : undefined;
  });
}

type SwitchOptions = {
  /** @param bot `undefined` where it is not in the list */
  labelOf: (bot: BotUser | undefined) => string;
  /** The row shows a failure; where there is no row any more, the receipt does. */
  isOnPage: (id: string) => boolean;
};

/** @returns switches one bot user and leaves a receipt; never rejects */
export function useSwitchActive({ labelOf, isOnPage }: SwitchOptions) {
  const { cache, switchActive } = useBotUsersContext();
  const receipt = useReceipt();
  return (id: string, active: boolean) => {
    const row = cache.find(id);
    const name = (
      <strong>
        <UntrustedText text={shorten(labelOf(row))} />
      </strong>
    );
    async function press(wanted: boolean): Promise<void> {
      try {
        const bot = await switchActive.press(id, wanted);
        if (bot === undefined) return;
        const text = (
          <>
            {name} is now {bot.active ? 'active' : 'inactive'}.
          </>
        );
        const change = changeOf({ ...bot, active: !bot.active }, bot);
        receipt({ text, undo: () => requestUndo('bot-user', change) });
      } catch (error) {
        if (isOnPage(id)) return;
        const text = (
          <>
            {name} was not changed. {whyNotSwitched(error)}
          </>
        );
        const action = (
          <Button size="xs" variant="default" onClick={() => void press(wanted)}>
            Try again
          </Button>
        );
        receipt({ failed: true, text, action });
      }
    }
    void press(active);
  };
}

/** The state that is shown is the last that the service told, also where nobody can tell whether it is so still. */
export function whyNotSwitched(error: unknown): string {
  const reason = reasonOf(error);
  if (!(error instanceof UnsureSwitch)) return reason;
  return `${reason} It may have been changed all the same: trying again looks first.`;
}
