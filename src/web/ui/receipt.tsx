import { ActionIcon, Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { createContext, use, useState, type ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './receipt.module.css';

export type Receipt = { text: ReactNode; undo?: () => void; action?: ReactNode };

const ReceiptContext = createContext<(receipt: Receipt) => void>(() => {});

/** A change leaves one line in the page; it stays until the next change, so nothing is missed. */
export const useReceipt = () => use(ReceiptContext);

export function ReceiptProvider({ children }: { children: ReactNode }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  return (
    <ReceiptContext value={setReceipt}>
      {children}
      {/* The region is there from the start: a live region that comes with its text is often not read. */}
      <div role="status" aria-label="Last change" className={receipt ? styles.receipt : undefined}>
        {receipt && (
          <>
            <Check size={16} strokeWidth={1.8} className={styles.done} aria-hidden />
            <span className={styles.text}>{receipt.text}</span>
            {receipt.undo && (
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setReceipt(null);
                  receipt.undo?.();
                }}
              >
                Undo
              </Button>
            )}
            {receipt.action}
            <span className={layout.grow} />
            <ActionIcon aria-label="Dismiss" onClick={() => setReceipt(null)}>
              <X size={16} strokeWidth={1.6} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </ReceiptContext>
  );
}
