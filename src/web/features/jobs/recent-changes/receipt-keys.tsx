import { useEffect, useRef } from 'react';
import { lastToUndo } from '#web/features/jobs/recent-changes/undo-of.ts';
import { changes } from '#web/jobs/changes.ts';
import { beginUndo } from '#web/jobs/job-parts.ts';
import { isFocusable, partsAround } from '#web/ui/keyboard/focus.ts';
import { isSomethingOpen, pressOf, takesText } from '#web/ui/press.ts';
import { focusInSight, useReceipt, type ReceiptKeysProps } from '#web/ui/feedback/receipt.tsx';

/** Ctrl+Z, or Cmd, undoes the last change; F6 goes to the receipt and back. */
export function ReceiptKeys({ line, undo }: ReceiptKeysProps) {
  const receipt = useReceipt();
  const before = useRef<readonly Element[]>([]);

  useEffect(() => {
    function undoLast() {
      // Not what an earlier visit has left: nobody would expect that to change.
      const last = lastToUndo(changes.get(), performance.timeOrigin);
      if (last) beginUndo(last);
      else receipt({ text: 'Nothing to undo.' });
    }

    /** To the receipt and back. @returns whether there is one */
    function moveFocus(): boolean {
      const control = line.current?.querySelector('button');
      if (!control) return false;
      if (line.current?.contains(document.activeElement)) focusInSight(before.current);
      else {
        before.current = partsAround(document.activeElement).filter(isFocusable);
        control.focus();
      }
      return true;
    }

    function act(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.shiftKey || isSomethingOpen()) return;
      const isWithControl = event.ctrlKey !== event.metaKey;
      if (event.key === 'F6' && !event.ctrlKey && !event.metaKey) {
        if (moveFocus()) event.preventDefault();
      } else if (isWithControl && pressOf(event) === 'Z' && !takesText(event.target)) {
        event.preventDefault();
        if (event.repeat) return;
        if (undo) undo();
        else undoLast();
      }
    }
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [line, undo, receipt]);
  return null;
}
