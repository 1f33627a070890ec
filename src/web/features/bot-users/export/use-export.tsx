import { useState } from 'react';
import { session } from '#web/session/session.ts';
import type { ExportChoice, ExportSource } from '#web/features/bot-users/export/export-dialog.tsx';
import type { Exporting } from '#web/features/bot-users/export/export-rows.tsx';
import type { ExportScope } from '#web/features/bot-users/export/export-words.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

const ExportDialog = late(listParts, (parts) => parts.ExportDialog, ChunkErrorDialog);

/**
 * Exports what is loaded at once, and everything else by a dialog. Each file leaves a receipt, also when the list has
 * been left meanwhile.
 */
export function useExport(source: ExportSource) {
  const receipt = useReceipt();
  const [opened, setOpened] = useState<ExportScope>();
  const [busy, setBusy] = useState(false);

  const start = (choice: ExportChoice) =>
    void fetchAndExport(choice, source, { signal: session.signal(), receipt, onBusy: setBusy });

  return {
    busy,
    exportLoaded: () => start({ scope: 'loaded', format: 'csv' }),
    /** @param scope what is chosen at first */
    open: (scope: ExportScope) => setOpened(scope),
    dialog: opened !== undefined && (
      <ExportDialog
        source={source}
        scope={opened}
        onExport={start}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}

async function fetchAndExport(choice: ExportChoice, source: ExportSource, run: Exporting) {
  run.onBusy(true);
  const parts = await listParts.fetch().catch(() => undefined);
  run.onBusy(false);
  if (parts) return parts.exportRows(choice, source, run);
  return run.receipt({
    failed: true,
    text: 'Not exported: part of the app did not load.',
    action: (
      <Button size="xs" variant="default" onClick={() => void fetchAndExport(choice, source, run)}>
        Try again
      </Button>
    ),
  });
}
