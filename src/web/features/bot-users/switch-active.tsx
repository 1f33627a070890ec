import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { failureOf } from '#client/api-error.ts';
import { isNotThere } from '#client/refusal-cause.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/run-mutation.ts';
import { loadedBotUsers } from '#web/features/bot-users/cache.ts';
import { botUserMutations, UnsureSwitch } from '#web/features/bot-users/queries.ts';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { shorten } from '#web/ui/format.ts';
import type { Receipt } from '#web/ui/receipt.tsx';

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
  const { client, receipt, id, isOnPage } = row;
  const name = nameIn(row);
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
    if (error instanceof UnsureSwitch) return tellUnsure(row, reasonOf(error, 'unsure'));
    receipt({
      failed: true,
      text: (
        <>
          {name} was not changed. {reasonOf(error)}
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

function tellUnsure(row: SwitchedRow, reason: string) {
  row.receipt({
    failed: true,
    text: (
      <>
        It is not known whether {nameIn(row)} was changed. {reason}
      </>
    ),
    action: (
      <Button size="xs" variant="default" onClick={() => void checkActive(row)}>
        Check
      </Button>
    ),
  });
}

async function checkActive(row: SwitchedRow): Promise<void> {
  const { client, receipt, id } = row;
  const name = nameIn(row);
  try {
    const { active } = await run(client, botUserMutations.check(id), undefined);
    receipt({
      text: (
        <>
          {name} is {active ? 'active' : 'inactive'}.
        </>
      ),
    });
  } catch (error) {
    if (!isNotThere(failureOf(error)))
      return tellUnsure(row, `Could not look: ${reasonOf(error, 'unsure')}`);
    receipt({ failed: true, text: <>{name} no longer exists.</> });
  }
}

const nameIn = ({ label }: SwitchedRow) => (
  <strong>
    <ForeignText text={shorten(label)} />
  </strong>
);
