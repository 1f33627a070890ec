import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import { loadedBotUsers } from '#web/features/bot-users/data/cache.ts';
import { botUserMutations, UnsureSwitch } from '#web/features/bot-users/data/queries.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import type { Receipt } from '#web/ui/feedback/receipt.tsx';

type SwitchedRow = {
  client: QueryClient;
  receipt: (receipt: Receipt) => void;
  id: string;
  label: string;
  /** The row shows a failure, which is kept with the mutation; where there is no row any more, the line does. */
  isOnPage: () => boolean;
};

/** Switches one bot user and leaves a receipt; never rejects. */
export async function switchActive(row: SwitchedRow, active: boolean): Promise<void> {
  const { client, receipt, id, label, isOnPage } = row;
  const name = (
    <strong>
      <UntrustedText text={shorten(label)} />
    </strong>
  );
  const before = loadedBotUsers(client)?.rows.failureOf(id);
  const isRepeat = before?.active === active && before.error instanceof UnsureSwitch;
  try {
    const changed = await run(client, botUserMutations.setActive(id, isRepeat), active);
    if (changed === null) return;
    receipt({
      text: (
        <>
          {name} is now {changed.active ? 'active' : 'inactive'}.
        </>
      ),
      undo: () => void switchActive(row, !active),
    });
  } catch (error) {
    if (isOnPage()) return;
    receipt({
      failed: true,
      text: (
        <>
          {name} was not changed. {whyNotSwitched(error)}
        </>
      ),
      action: (
        <Button size="xs" variant="default" onClick={() => void switchActive(row, active)}>
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
