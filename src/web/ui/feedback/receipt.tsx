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
import { pageHistory } from '#web/lib/page-history.ts';
import { focusNearest, isFocusable, partsAround } from '#web/ui/keyboard/focus.ts';
import { icon } from '#web/ui/theme/icon.ts';
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

const ReceiptContext = createContext<(receipt: Receipt) => void>(() => {});

/** Shows one line about what was done, until the next one or until the page is left. */
export const useReceipt = () => use(ReceiptContext);

const currentPath = () => pageHistory.get().location.pathname;

type ReceiptProviderProps = {
  /** What leads on from any receipt. */
  more?: ReactNode;
  /** There from the first receipt on. */
  Keys?: ComponentType<ReceiptKeysProps>;
  children: ReactNode;
};

export function ReceiptProvider({ more, Keys, children }: ReceiptProviderProps) {
  const [receipt, setReceipt] = useState<Receipt | null>();
  /** The page that it belongs to. */
  const path = useRef('');
  const line = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  /** Where the change was made: the focus goes back there. */
  const before = useRef<readonly Element[]>([]);

  const show = useCallback((next: Receipt) => {
    before.current = partsAround(document.activeElement).filter(isFocusable);
    path.current = currentPath();
    setReceipt(next);
  }, []);

  useLayoutEffect(
    () =>
      pageHistory.subscribe(() => {
        if (currentPath() !== path.current) setReceipt((shown) => shown && null);
      }),
    [],
  );

  function dismiss() {
    setReceipt(null);
    const main = document.getElementById('main');
    focusNearest(main ? [...before.current, main] : before.current);
  }

  function undo() {
    dismiss();
    receipt?.undo?.();
  }

  useLayoutEffect(() => {
    if (!receipt || !line.current) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      // What else lies at the lower edge of the screen makes room.
      style.setProperty('--receipt-height', `${line.current?.offsetHeight ?? 0}px`);
      const { scrollHeight = 0, clientHeight = 0 } = text.current ?? {};
      setScrolling(scrollHeight > clientHeight);
    });
    observer.observe(line.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--receipt-height');
    };
  }, [receipt]);

  return (
    <ReceiptContext value={show}>
      {children}
      {/* The region is there from the start: a live region that comes with its text is often not read. */}
      <div
        ref={line}
        role="status"
        aria-label="Last change"
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
              ref={text}
              className={styles.text}
              {...(isScrolling && { role: 'group', 'aria-label': 'What changed', tabIndex: 0 })}
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
