import type { ReactNode } from 'react';
import { changeEnds } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

/** For pages that are not rebuilt yet; goes with the last of them. */
export const OldReceipts = ({ children }: { children: ReactNode }) => (
  <InstanceContext value={useConfig().instance}>
    <ReceiptProvider outdatedBy={changeEnds.subscribe}>{children}</ReceiptProvider>
  </InstanceContext>
);
