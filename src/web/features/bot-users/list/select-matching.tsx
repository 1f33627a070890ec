import { useEffect, useId, useRef, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { loadCost } from '#web/features/bot-users/data/load-cost.ts';
import type { Loading } from '#web/features/bot-users/list/use-loading.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Button } from '#web/ui/parts/button.tsx';

export type SelectMatchingProps = {
  list: BotUserListState;
  /** What matches of the loaded ones. */
  rows: readonly BotUser[];
  /** The rows are not those of the filter, or not all of them, yet. */
  pending: boolean;
  /** Another view is another wish. */
  viewKey: string;
  loading: Loading;
};

/** Selects what matches: of what is loaded, or of everything, after loading the rest. */
export function SelectMatching({ list: { end }, rows, pending, loading }: SelectMatchingProps) {
  const { limiter } = useBotUsersContext();
  const hasSelected = useSelectedCount() > 0;
  const budget = useBudget();
  const [busy, setBusy] = useState(false);
  const isWanted = useRef(false);
  const costId = useId();
  const select = () =>
    selection.set(
      rows.map(({ id }) => id),
      true,
    );

  useEffect(() => {
    if (!isWanted.current || end === undefined || pending) return;
    isWanted.current = false;
    select();
  });

  async function loadAndSelect(byKeyboard: boolean) {
    setBusy(true);
    isWanted.current = true;
    const loaded = await loading.loadAll(byKeyboard);
    // Cancelled or failed: what came stays, but "what matches" would be less than was meant.
    if (loaded.end === undefined) isWanted.current = false;
    setBusy(false);
  }

  return (
    <>
      {/* With a selection its bar has this button. */}
      {!hasSelected && rows.length > 0 && !pending && (
        <Button size="compact-xs" variant="subtle" onClick={select}>
          Select the {formatNumber(rows.length)} that match
        </Button>
      )}
      {/* Where nothing matches, "Load all and search" comes first. */}
      {((end === undefined && rows.length > 0) || busy) && (
        <>
          <BusyButton
            size="compact-xs"
            variant="subtle"
            busy={busy}
            aria-describedby={costId}
            // A press with the keyboard has no click count.
            onClick={({ detail }) => void loadAndSelect(detail === 0)}
          >
            Load the rest and select
          </BusyButton>
          <span id={costId}>
            {loadCost(limiter.perMinute())} {budget && `${budget}.`}
          </span>
        </>
      )}
    </>
  );
}
