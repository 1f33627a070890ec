import { useState } from 'react';
import { session } from '#web/session/session.ts';
import type {
  ExportChoice,
  Exporting,
  ExportSource,
} from '#web/features/bot-users/export/export-rows.tsx';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { Button } from '#web/ui/parts/button.tsx';

export type Exports = ReturnType<typeof useExport>;

/** Each file leaves a receipt, also when the list has been left meanwhile. */
export function useExport(source: ExportSource) {
  const receipt = useReceipt();
  const [busy, setBusy] = useState(false);
  return {
    source,
    busy,
    start: (choice: ExportChoice) =>
      void fetchAndExport(choice, source, { signal: session.signal(), receipt, onBusy: setBusy }),
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
