import { Button } from '@mantine/core';
import { useState } from 'react';
import { session } from '#web/session/session.ts';
import type { ExportFormat } from '#web/features/bot-users/export/export-formats.ts';
import { ExportDialog, type ExportChoice } from '#web/features/bot-users/export/export-dialog.tsx';
import { exportRows } from '#web/features/bot-users/export/export-rows.ts';
import type { ExportScope, Known } from '#web/features/bot-users/export/export-words.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { count } from '#web/lib/format.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

export type ExportSource = {
  rows: Rows;
  /** In the order of the list; `undefined` when no filter is on. */
  matching: readonly Slot[] | undefined;
  known: Known;
  /** Loads the rest, and says what is known after it, also when it was stopped or failed. */
  onLoadAll: () => Promise<Known>;
  /** Requests a minute that long work may send; `null`: no limit. */
  perMinute: number | null;
};

/**
 * Exports what is loaded at once, and everything else by a dialog. Each file leaves a receipt, also when the list has been
 * left meanwhile.
 */
export function useExport({ rows, matching, known, perMinute, onLoadAll }: ExportSource) {
  const receipt = useReceipt();
  const [opened, setOpened] = useState<ExportChoice['scope']>();
  const [busy, setBusy] = useState(false);

  function slotsOf(scope: ExportScope): readonly Slot[] {
    if (scope === 'matching') return matching ?? rows.order();
    if (scope === 'loaded') return rows.order();
    return rows.order().filter((slot) => selection.has(rows.at(slot).id));
  }

  async function give(scope: ExportScope, format: ExportFormat, now: Known) {
    setBusy(true);
    const said = await exportRows({ rows, slots: slotsOf(scope), scope, known: now, format });
    setBusy(false);
    if (said !== undefined) receipt({ text: said });
  }

  async function giveEverything(format: ExportFormat) {
    const signal = session.signal();
    const now = await onLoadAll();
    if (signal.aborted) return;
    if (now.follows === 'end') await give('loaded', format, now);
    else
      receipt({
        failed: true,
        text: `Not exported: loading stopped at ${count(rows.size, 'bot user')}.`,
        action: (
          <Button size="xs" variant="default" onClick={() => void give('loaded', format, now)}>
            Export what is loaded
          </Button>
        ),
      });
  }

  return {
    busy,
    exportLoaded: () => void give('loaded', 'csv', known),
    /** @param scope what is chosen at first */
    open: (scope: ExportScope) => setOpened(scope),
    dialog: opened !== undefined && (
      <ExportDialog
        {...{ rows, matching, known, perMinute }}
        scope={opened}
        onExport={({ scope, format }) =>
          void (scope === 'everything' ? giveEverything(format) : give(scope, format, known))
        }
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}
