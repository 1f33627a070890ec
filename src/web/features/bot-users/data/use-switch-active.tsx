import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import { useBotUsersContext, type BotUsers } from '#web/features/bot-users/data/bot-users.ts';
import { UnsureSwitch } from '#web/features/bot-users/data/switch-active.ts';
import { shorten } from '#web/lib/format.ts';
import { useReceipt, type Receipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';

/** A switch that did not work, with what was wanted. */
export type FailedSwitch = { error: Error; active: boolean };

/** Why the last switch of one row failed; drawn again for this row only. */
export function useSwitch(id: string) {
  const { switches } = useBotUsersContext().cache.changes;
  const failed = useSyncExternalStore(switches.subscribe, () => {
    const state = switches.get().get(id);
    return state?.status === 'failed' ? state : undefined;
  });
  const failure: FailedSwitch | undefined = failed && {
    error: failed.error,
    active: failed.wanted,
  };
  return { failure };
}

type SwitchOptions = {
  labelOf: (id: string) => string;
  /** The row shows a failure; where there is no row any more, the receipt does. */
  isOnPage: (id: string) => boolean;
};

/** @returns switches one bot user and leaves a receipt; never rejects */
export function useSwitchActive({ labelOf, isOnPage }: SwitchOptions) {
  const { switchActive } = useBotUsersContext();
  const receipt = useReceipt();
  return (id: string, active: boolean) => {
    const label = labelOf(id);
    void press({ switchActive, receipt, id, label, isOnPage }, active);
  };
}

type SwitchedRow = Pick<SwitchOptions, 'isOnPage'> & {
  switchActive: BotUsers['switchActive'];
  receipt: (receipt: Receipt) => void;
  id: string;
  label: string;
};

async function press(row: SwitchedRow, active: boolean): Promise<void> {
  const { switchActive, receipt, id, label, isOnPage } = row;
  const name = (
    <strong>
      <UntrustedText text={shorten(label)} />
    </strong>
  );
  try {
    const bot = await switchActive.press(id, active);
    if (bot === undefined) return;
    receipt({
      text: (
        <>
          {name} is now {bot.active ? 'active' : 'inactive'}.
        </>
      ),
      undo: () => void press(row, !active),
    });
  } catch (error) {
    if (isOnPage(id)) return;
    receipt({
      failed: true,
      text: (
        <>
          {name} was not changed. {whyNotSwitched(error)}
        </>
      ),
      action: (
        <Button size="xs" variant="default" onClick={() => void press(row, active)}>
          Try again
        </Button>
      ),
    });
  }
}

/** The state that is shown is the last that the service told, also where nobody can tell whether it is so still. */
export function whyNotSwitched(error: unknown): string {
  const reason = reasonOf(error);
  if (!(error instanceof UnsureSwitch)) return reason;
  return `${reason} It may have been changed all the same: trying again looks first.`;
}

/** Takes a bot user that no longer exists off the list. */
export function useForget() {
  const { publish } = useBotUsersContext();
  return (id: string) => publish({ type: 'deleted', id });
}
