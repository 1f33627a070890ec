import { useId, useRef, useState, type RefObject } from 'react';
import type { LazyChunk } from '#web/lib/lazy-chunk.ts';

/** What `MenuPanel` and `PopoverPanel` know of their button. */
export type MenuState = {
  /** Names the panel. */
  buttonId: string;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/**
 * A button that opens a menu or a popover, whose code is late.
 *
 * @param panel its code, which is on its way before the press
 * @returns the button's properties, and the panel's while it is open
 */
export function useMenu(panel: LazyChunk<unknown>, kind: 'menu' | 'dialog' = 'menu') {
  const buttonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function onClose() {
    // Before the panel goes: a dialog that opens instead then knows where it was opened from.
    button.current?.focus({ preventScroll: true });
    setOpen(false);
  }

  return {
    button: {
      ...panel.intent,
      ref: button,
      id: buttonId,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onClick: isOpen ? onClose : () => setOpen(true),
    },
    menu: isOpen && { buttonId, button, onClose },
  };
}
