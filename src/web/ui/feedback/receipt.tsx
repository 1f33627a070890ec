import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';
import { focusNearest, isFocusable, partsAround } from '#web/ui/keyboard/focus.ts';
import { icon } from '#web/ui/icon.ts';
import { Button, IconButton } from '#web/ui/parts/button.tsx';
import styles from './receipt.module.css';

export type Receipt = {
  text: ReactNode;
  undo?: () => void;
  /** It tells what an Undo did: its own would do it again, so Ctrl+Z leaves it alone. */
  isOfUndo?: boolean;
  action?: ReactNode;
  failed?: boolean;
};

export type ReceiptKeysProps = {
  line: RefObject<HTMLElement | null>;
  /** That of the receipt. */
  undo: (() => void) | undefined;
};

const ReceiptContext = createContext<(receipt: Receipt | null) => void>(() => {});

/**
 * Shows one line about what was done, until the next one or until the page is left. With `null` the line goes: what it
 * told is no longer so, and the page itself tells what is.
 */
export const useReceipt = () => use(ReceiptContext);

/** Focuses the first of some parts that is there, else the page; whoever uses the keyboard sees where that is. */
export function focusInSight(parts: readonly Element[]) {
  const main = document.getElementById('main');
  focusNearest(main ? [...parts, main] : parts);
  const { activeElement } = document;
  if (activeElement?.matches(':focus-visible')) activeElement.scrollIntoView({ block: 'nearest' });
}

type ReceiptProviderProps = {
  /** What leads on from any receipt. */
  more?: ReactNode;
  /** Tells that something else was done meanwhile: the line goes. */
  outdatedBy?: (listener: () => void) => () => void;
  /** There from the first receipt on. */
  Keys?: ComponentType<ReceiptKeysProps>;
  children: ReactNode;
};

export function ReceiptProvider({ more, outdatedBy, Keys, children }: ReceiptProviderProps) {
  const [receipt, setReceipt] = useState<Receipt | null>();
  /** The page that it belongs to. */
  const { pathname } = useLocation();
  const path = useRef('');
  const line = useRef<HTMLDivElement>(null);
  /** Where the change was made: the focus goes back there. */
  const before = useRef<readonly Element[]>([]);

  const show = useCallback((next: Receipt | null) => {
    before.current = partsAround(document.activeElement).filter(isFocusable);
    path.current = location.pathname;
    setReceipt(next);
  }, []);

  useLayoutEffect(() => {
    if (pathname !== path.current) setReceipt((shown) => shown && null);
  }, [pathname]);

  useLayoutEffect(() => outdatedBy?.(() => setReceipt((shown) => shown && null)), [outdatedBy]);

  function dismiss() {
    setReceipt(null);
    focusInSight(before.current);
  }

  function undo() {
    dismiss();
    receipt?.undo?.();
  }

  return (
    <ReceiptContext value={show}>
      {children}
      {/* The region is there from the start: a live region that comes with its text is often not read. */}
      <div
        ref={line}
        role={receipt ? 'status' : undefined}
        aria-label={receipt ? 'Last change' : undefined}
        className={receipt ? styles.receipt : undefined}
      >
        {receipt && (
          <>
            {receipt.failed ? (
              <CircleAlert {...icon} className={styles.failed} />
            ) : (
              <Check {...icon} className={styles.done} />
            )}
            <div
              // Cut to one line; whole for screen readers, and under the pointer.
              ref={(text) => text?.setAttribute('title', text.textContent)}
              className={styles.text}
            >
              {receipt.text}
            </div>
            {receipt.undo && (
              <Button size="xs" variant="default" onClick={undo}>
                Undo
              </Button>
            )}
            {receipt.action}
            <span className={styles.grow} />
            {more}
            <IconButton aria-label="Dismiss" onClick={dismiss}>
              <X {...icon} />
            </IconButton>
          </>
        )}
      </div>
      {Keys && receipt !== undefined && (
        <Keys line={line} undo={receipt?.undo && !receipt.isOfUndo ? undo : undefined} />
      )}
    </ReceiptContext>
  );
}
