import { Box } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListView } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type PrintedAboutProps = { view: ListView; loaded: number };

/** On paper, above the table: when it was printed, and what the tools say on the screen. */
export function PrintedAbout({ view, loaded }: PrintedAboutProps) {
  const [printedAt, setPrintedAt] = useState(Date.now);
  // The browser does not wait for a later render.
  useWindowEvent('beforeprint', () => flushSync(() => setPrintedAt(Date.now())));
  const filters = [
    view.text && `text ${shorten(view.text)}`,
    view.status !== 'all' && `status ${view.status}`,
    view.sort && `sort ${view.sort}`,
  ].filter(Boolean);
  return (
    <Box component="p" px="sm" py="xs" className="print-only">
      Printed {absoluteTime(printedAt)}, {formatNumber(loaded)} loaded
      {filters.length > 0 && (
        <>
          , filter <UntrustedText text={filters.join(', ')} />
        </>
      )}
      .
    </Box>
  );
}
