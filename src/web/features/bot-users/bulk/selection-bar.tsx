import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { ACCESS_NOTE, useAccessRefusal, useWriteRefusal } from '#web/api/access.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { planActive, planDeletion } from '#web/features/bot-users/plan/build-plan.ts';
import { QuarantineDialog } from '#web/features/bot-users/quarantine/quarantine-dialog.tsx';
import { chosenAmong } from '#web/features/bot-users/bulk/look-up.ts';
import type { Blocked } from '#web/features/bot-users/bulk/more-actions-panel.tsx';
import { MoreActions } from '#web/features/bot-users/bulk/more-actions.tsx';
import { RenameDialog } from '#web/features/bot-users/bulk/rename-dialog.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { SWITCHED_AT_ONCE, useSetActive } from '#web/features/bot-users/bulk/set-active.tsx';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { useSelectedIds } from '#web/features/bot-users/selection/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button, type ButtonProps } from '#web/ui/parts/button.tsx';
import styles from './selection-bar.module.css';

type SelectionBarProps = {
  /** What the list shows. */
  rows: readonly BotUser[];
  isFiltered: boolean;
  /** The list shows the selected ones, whatever the filter says. */
  showsOnly: boolean;
  onShowOnly: (only: boolean) => void;
  onExport: () => void;
};

/** What can be done with the selected ones. It never says "all": more may not be loaded. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, isFiltered, showsOnly, onShowOnly, onExport } = props;
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
  return (
    <div role="group" aria-label="Bulk actions" className={`${layout.tools} ${styles.bar}`}>
      <strong className={layout.num} aria-live="polite">
        {formatNumber(selected.size)} selected
        {hidden > 0 && `, ${formatNumber(hidden)} not shown`}
      </strong>
      <Act {...switched} onClick={() => switchAll(true)}>
        Set active
      </Act>
      <Act {...switched} onClick={() => switchAll(false)}>
        Set inactive
      </Act>
      <Act {...planned} className={styles.wide} onClick={rename}>
        Rename…
      </Act>
      <Act {...switched} className={styles.wide} onClick={putInQuarantine}>
        Quarantine…
      </Act>
      <Act {...deleted} danger onClick={planToDelete}>
        Delete…
      </Act>
      <MoreActions
        ids={selected}
        commands={[
          { ...planned, label: 'Rename…', onPress: rename, isInBar: true },
          { ...switched, label: 'Quarantine…', onPress: putInQuarantine, isInBar: true },
          ...(hidden > 0
            ? [
                { label: 'Show only selected', onPress: showOnly, isInBar: true },
                { label: 'Deselect hidden', onPress: deselectHidden, isInBar: true },
              ]
            : []),
          { label: 'Export selected', onPress: onExport },
        ]}
      />
      {reason && (
        <span id={reasonId} className={`${layout.muted} ${layout.small}`}>
          {reason}
        </span>
      )}
      <span className={layout.grow} />
      {(hidden > 0 || showsOnly) && (
        <Button
          size="xs"
          variant="default"
          className={styles.wide}
          aria-pressed={showsOnly}
          onClick={showOnly}
        >
          Show only selected
        </Button>
      )}
      {hidden > 0 && (
        <Button size="xs" variant="default" className={styles.wide} onClick={deselectHidden}>
          Deselect hidden
        </Button>
      )}
      {!showsOnly && (
        <Button size="xs" variant="subtle" onClick={() => selection.set(shownIds(), true)}>
          Select the {formatNumber(rows.length)} {isFiltered ? 'that match' : 'loaded'}
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
  );
}

type ActProps = Blocked & ButtonProps;

/** It can be reached while it does nothing, so that its reason is read out. */
function Act({ isBlocked, reasonId, onClick, ...button }: ActProps) {
  return (
    <Button
      {...button}
      size="xs"
      variant="default"
      aria-disabled={isBlocked || undefined}
      aria-describedby={isBlocked ? reasonId : undefined}
      onClick={isBlocked ? undefined : onClick}
    />
  );
}
