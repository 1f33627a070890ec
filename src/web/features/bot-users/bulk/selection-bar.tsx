import { useQueryClient } from '@tanstack/react-query';
import { useId, useImperativeHandle, useState, type Ref } from 'react';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { ACCESS_NOTE, useAccessRefusal, useWriteRefusal } from '#web/api/access.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { planActive, planDeletion } from '#web/features/bot-users/plan/build-plan.ts';
import { QuarantineDialog } from '#web/features/bot-users/quarantine/quarantine-dialog.tsx';
import { chosenAmong } from '#web/features/bot-users/bulk/look-up.ts';
import { RenameDialog } from '#web/features/bot-users/bulk/rename-dialog.tsx';
import type { Blocked, BulkCommand } from '#web/features/bot-users/selection/bulk-command.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { SWITCHED_AT_ONCE, useSetActive } from '#web/features/bot-users/bulk/set-active.tsx';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { useSelectedIds } from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button, type ButtonProps } from '#web/ui/parts/button.tsx';
import styles from '#web/ui/table/selection-bar.module.css';
import { useSelectedText } from '#web/ui/table/use-selected-text.ts';

type SelectionBarProps = {
  /** Gets what the menu beside the bar holds. */
  ref: Ref<readonly BulkCommand[]>;
  /** What the list shows. */
  rows: readonly BotUser[];
  isFiltered: boolean;
  /** The list shows the selected ones, whatever the filter says. */
  showsOnly: boolean;
  onShowOnly: (only: boolean) => void;
};

/** In rem: up to such a window a button of the bar is in the menu. The same are in the stylesheet. */
const BAR = { narrow: 42, middle: 50, wide: 76 };

/** What can be done with the selected ones. It never says "all": more may not be loaded. */
export function SelectionBar(props: SelectionBarProps) {
  const { ref, rows, isFiltered, showsOnly, onShowOnly } = props;
  const { cache } = useBotUsersContext();
  const client = useQueryClient();
  const selected = useSelectedIds();
  const { busy, setActive } = useSetActive();
  const plan = useOpenPlan();
  const [renamed, setRenamed] = useState<ReturnType<typeof chosenNow>>();
  const [quarantined, setQuarantined] = useState<readonly BotUser[]>();
  const reasonId = useId();
  const hidden = selected.size - rows.filter(({ id }) => selected.has(id)).length;
  const isSmall = selected.size <= SWITCHED_AT_ONCE;
  const shownIds = () => rows.map(({ id }) => id);
  const chosenNow = () => chosenAmong({ client, cache }, selected);

  function deselectHidden() {
    const shown = new Set(shownIds());
    selection.set(
      [...selected].filter((id) => !shown.has(id)),
      false,
    );
  }

  function switchAll(active: boolean) {
    const { chosen, missing } = chosenNow();
    if (isSmall) void setActive(chosen.bots, active, missing.length);
    else plan.open(planActive(chosen, active), missing);
  }

  function planToDelete() {
    const { chosen, missing } = chosenNow();
    plan.open(planDeletion(chosen), missing);
  }

  const rename = () => setRenamed(chosenNow());
  const putInQuarantine = () => setQuarantined(chosenNow().chosen.bots);
  const showOnly = () => onShowOnly(!showsOnly);

  const isHeld = useAccessRefusal() !== undefined;
  const planned: Blocked = {
    isBlocked: plan.blocked !== undefined,
    reasonId: isHeld ? ACCESS_NOTE : reasonId,
  };
  const switched = isSmall && !isHeld ? { isBlocked: busy } : planned;
  const deletion = useWriteRefusal(botUserEndpoints.remove);
  const deleted = planned.isBlocked ? planned : { isBlocked: deletion !== undefined, reasonId };
  const reason = isHeld ? undefined : (plan.blocked ?? deletion);
  const selectShown = () => selection.set(shownIds(), true);
  const selectLabel = `Select the ${formatNumber(rows.length)} ${isFiltered ? 'that match' : 'loaded'}`;
  const text = useSelectedText(selected.size, hidden);

  const commands: Record<'on' | 'off' | 'rename' | 'quarantine' | 'remove', BulkCommand> = {
    on: { ...switched, label: 'Set active', onPress: () => switchAll(true), barFrom: BAR.narrow },
    off: {
      ...switched,
      label: 'Set inactive',
      onPress: () => switchAll(false),
      barFrom: BAR.narrow,
    },
    rename: { ...planned, label: 'Rename…', onPress: rename, barFrom: BAR.wide },
    quarantine: { ...switched, label: 'Quarantine…', onPress: putInQuarantine, barFrom: BAR.wide },
    remove: { ...deleted, label: 'Delete…', onPress: planToDelete, barFrom: BAR.middle },
  };
  useImperativeHandle(ref, () => [
    ...Object.values(commands),
    ...(showsOnly ? [] : [{ label: selectLabel, onPress: selectShown, barFrom: BAR.wide }]),
    ...(hidden > 0
      ? [
          { label: 'Show only selected', onPress: showOnly },
          { label: 'Deselect hidden', onPress: deselectHidden },
        ]
      : []),
  ]);
  return (
    <>
      <div role="group" aria-label="Bulk actions" className={styles.bar}>
        <strong className={layout.num}>{text}</strong>
        <Act {...commands.on} className={styles.middle} />
        <Act {...commands.off} className={styles.middle} />
        <Act {...commands.rename} className={styles.widest} />
        <Act {...commands.quarantine} className={styles.widest} />
        <Act {...commands.remove} className={styles.wide} danger />
        <span className={layout.grow} />
        {/* What is pressed leads back. */}
        {showsOnly && (
          <Button size="xs" variant="default" aria-pressed onClick={showOnly}>
            Show only selected
          </Button>
        )}
        {!showsOnly && (
          <Button size="xs" variant="subtle" className={styles.widest} onClick={selectShown}>
            {selectLabel}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          Clear selection
        </Button>
        {quarantined && (
          <QuarantineDialog
            bots={quarantined}
            onSetInactive={() => switchAll(false)}
            onClose={() => setQuarantined(undefined)}
          />
        )}
        {renamed && (
          <RenameDialog
            chosen={renamed.chosen}
            onPlan={(names) => plan.open(names, renamed.missing)}
            onClose={() => setRenamed(undefined)}
          />
        )}
      </div>
      {reason && (
        <p id={reasonId} data-reason className={`${styles.reason} ${layout.muted} ${layout.small}`}>
          {reason}
        </p>
      )}
    </>
  );
}

type ActProps = BulkCommand & Pick<ButtonProps, 'className' | 'danger'>;

/** It can be reached while it does nothing, so that its reason is read out. */
const Act = ({ label, onPress, isBlocked, reasonId, className, danger }: ActProps) => (
  <Button
    className={className}
    danger={danger}
    size="xs"
    variant="default"
    aria-disabled={isBlocked || undefined}
    aria-describedby={isBlocked ? reasonId : undefined}
    onClick={isBlocked ? undefined : onPress}
  >
    {label}
  </Button>
);
