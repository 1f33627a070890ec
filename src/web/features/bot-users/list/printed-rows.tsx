import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import type { PrintedListProps } from '#web/features/bot-users/list/printed-table.tsx';
import { late } from '#web/ui/feedback/late.tsx';

const PrintedTable = late(listParts, (parts) => parts.PrintedTable);

/** Paper gets all rows. Until the code for that has come, it gets what is in the document. */
export function PrintedRows(list: PrintedListProps) {
  const [printedAt, setPrintedAt] = useState<number>();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The browser does not wait for a later render.
    const begin = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener('beforeprint', begin, { signal });
    window.addEventListener('afterprint', () => setPrintedAt(undefined), { signal });
    return () => listening.abort();
  }, []);
  return printedAt === undefined ? null : <PrintedTable {...list} printedAt={printedAt} />;
}
