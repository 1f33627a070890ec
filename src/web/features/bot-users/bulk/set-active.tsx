import { useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useConfig } from '#web/api/config.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { whyNotSwitched } from '#web/features/bot-users/data/use-switch-active.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { session } from '#web/session/session.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/** Up to so many are switched at a press; more become a plan. */
export const SWITCHED_AT_ONCE = 20;

type Outcome = {
  active: boolean;
  changed: number;
  already: number;
  failed: readonly unknown[];
  /** Selected, but out of reach: not loaded any more, or of an id that no request can be about. */
  leftOut: number;
};

/** Switches some bot users and leaves one receipt for all of them; a failure is shown at its row as well. */
export function useSetActive() {
  const { switchActive } = useBotUsersContext();
  const { limits } = useConfig();
  const receipt = useReceipt();
  const [busy, setBusy] = useState(false);

  async function setActive(bots: readonly BotUser[], active: boolean, missing = 0): Promise<void> {
    const signal = session.signal();
    const reachable = bots.filter((bot) => reachOf(bot).canChange);
    const wrong = reachable.filter((bot) => bot.active !== active);
    const turn = inTurns(limits.requests_at_once);
    const changed: BotUser[] = [];
    const failed: Array<{ bot: BotUser; error: unknown }> = [];
    setBusy(true);
    await Promise.all(
      wrong.map(async (bot) => {
        try {
          const now = await switchActive.press(bot.id, active, turn);
          if (now?.active === active) changed.push(now);
        } catch (error) {
          failed.push({ bot, error });
        }
      }),
    );
    setBusy(false);
    if (signal.aborted) return;
    const text = outcomeText({
      active,
      changed: changed.length,
      already: reachable.length - wrong.length,
      failed: failed.map(({ error }) => error),
      leftOut: bots.length - reachable.length + missing,
    });
    receipt({
      text,
      failed: failed.length > 0,
      ...(changed.length > 0 && { undo: () => void setActive(changed, !active) }),
      action: failed.length > 0 && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void setActive(
              failed.map(({ bot }) => bot),
              active,
            )
          }
        >
          Try again
        </Button>
      ),
    });
  }

  return { busy, setActive };
}

/** `Set 12 to inactive. 3 already were.` */
function outcomeText({ active, changed, already, failed, leftOut }: Outcome): string {
  const state = active ? 'active' : 'inactive';
  const were = (count: number) => `${formatNumber(count)} ${count === 1 ? 'was' : 'were'}`;
  const parts = [
    changed > 0 && `Set ${formatNumber(changed)} to ${state}.`,
    already > 0 &&
      (changed + failed.length > 0
        ? `${were(already).replace(' ', ' already ')}.`
        : `Nothing to do: ${formatNumber(already)} already ${already === 1 ? 'is' : 'are'} ${state}.`),
    failed.length > 0 && `${were(failed.length)} not changed. ${whyNotSwitched(failed[0])}`,
    leftOut > 0 && `${were(leftOut)} left out: not loaded any more, or out of reach.`,
  ];
  return parts.filter(Boolean).join(' ');
}
