import { Button, Menu, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useMemo, useRef, useState } from 'react';
import type { Plan } from '#bulk/job.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { useAccessRefusal, useWriteRefusal } from '#web/api/access.ts';
import { DeleteManyDialog } from '#web/features/bot-users/delete-many-dialog.tsx';
import { ExportMenu, type ShownRows } from '#web/features/bot-users/list-menus.tsx';
import {
  chosenFrom,
  planActive,
  planDeletion,
  type Chosen,
} from '#web/features/bot-users/plan-lines.ts';
import { RenameDialog } from '#web/features/bot-users/rename-dialog.tsx';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { setActiveMany, UNPLANNED_MAX } from '#web/features/bot-users/set-active-many.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { CommandItem } from '#web/ui/anchored-menu.tsx';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { icon } from '#web/ui/icon.ts';

type Command = {
  label: string;
  /** @param button the pressed one, or that of the menu with the command */
  run: (button: HTMLElement) => unknown;
  /** Why it cannot act now. */
  refusal?: string | undefined;
  isDanger?: boolean;
  /** It changes the selection, not the bot users. */
  isQuiet?: boolean;
};

type Open = { name: 'rename' | 'delete'; chosen: Chosen } | { name: 'export'; button: HTMLElement };

/** What can be done with the selected bot users, in the place of the list's tools. */
export function SelectionBar({ shown }: { shown: ShownRows }) {
  const { rows, isFiltered } = shown;
  const selected = selection.useIds();
  const plan = useOpenPlan();
  const access = useAccessRefusal();
  const deletion = useWriteRefusal(botUserEndpoints.remove);
  const isWide = useMediaQuery('(min-width: 82em)', true, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<Open>();
  const actions = useRef<HTMLButtonElement>(null);
  const reasonId = useId();
  const shownIds = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const hidden = useMemo(
    () => [...selected].filter((id) => !shownIds.has(id)),
    [selected, shownIds],
  );
  const isFew = selected.size <= UNPLANNED_MAX;
  const close = () => setOpen(undefined);
  const ask = (name: 'rename' | 'delete') => setOpen({ name, chosen: chosenFrom(selected) });

  /** Its job takes the place of the selection. */
  const openPlan = (made: Plan) => plan.open({ ...made, onApplied: selection.clear });

  function switchAll(active: boolean) {
    const chosen = chosenFrom(selected);
    if (!isFew) return openPlan(planActive(chosen, active));
    selection.clear();
    void setActiveMany(chosen.bots, active);
  }

  function deleteAll() {
    if (isFew) return ask('delete');
    openPlan(planDeletion(chosenFrom(selected)));
  }

  const switching = isFew ? access : plan.blocked;
  const commands: Command[] = [
    { label: 'Set active', refusal: switching, run: () => switchAll(true) },
    { label: 'Set inactive', refusal: switching, run: () => switchAll(false) },
    { label: 'Rename…', refusal: plan.blocked, run: () => ask('rename') },
    { label: 'Delete…', refusal: deletion ?? plan.blocked, isDanger: true, run: deleteAll },
    { label: 'Export selected', run: (button) => setOpen({ name: 'export', button }) },
  ];
  if (rows.length > 0)
    commands.push({
      label: isFiltered
        ? `Select the ${count(rows.length, 'that matches', 'that match')}`
        : `Select the ${formatNumber(rows.length)} loaded`,
      isQuiet: true,
      run: () => selection.add(shownIds),
    });
  if (hidden.length > 0)
    commands.push({
      label: 'Deselect hidden',
      isQuiet: true,
      run: () => selection.remove(hidden),
    });
  const reasons = [...new Set(commands.flatMap(({ refusal }) => refusal ?? []))];

  return (
    <BulkBar
      ref={whenGone}
      selected={selected.size}
      hidden={hidden.length}
      onClear={selection.clear}
    >
      {isWide ? (
        commands.map(({ label, run, refusal, isDanger, isQuiet }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isQuiet ? 'subtle' : 'default'}
            {...(isDanger && { c: 'var(--app-danger-text)' })}
            // It can be reached while it cannot act, so that its reason is read out.
            {...(refusal !== undefined && { 'aria-disabled': true, 'aria-describedby': reasonId })}
            onClick={(event) => refusal === undefined && run(event.currentTarget)}
          >
            {label}
          </Button>
        ))
      ) : (
        <Menu position="top-end">
          <Menu.Target>
            <Button ref={actions} size="compact-sm" rightSection={<ChevronDown {...icon} />}>
              Actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {commands.map(({ label, run, refusal, isDanger }) => (
              <CommandItem
                key={label}
                {...{ label, refusal, isDanger }}
                onClick={() => actions.current && run(actions.current)}
              />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isWide && reasons.length > 0 && (
        <Text id={reasonId} w="100%" c="dimmed" style={{ order: 1 }}>
          {reasons.join(' ')}
        </Text>
      )}
      {open?.name === 'rename' && (
        <RenameDialog chosen={open.chosen} onPlan={openPlan} onClose={close} />
      )}
      {open?.name === 'delete' && <DeleteManyDialog chosen={open.chosen} onClose={close} />}
      {open?.name === 'export' && (
        <ExportMenu button={open.button} what="Selected" shown={shown} onClose={close} />
      )}
    </BulkBar>
  );
}

/** The control that had the focus goes with the selection. */
const whenGone = (bar: HTMLElement | null) => () => {
  if (bar?.contains(document.activeElement)) countLine.focus();
};
