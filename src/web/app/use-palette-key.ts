import { useEffect } from 'react';
import { overlay } from '#web/app/overlays.tsx';
import { isCharacter, isSomethingOpen } from '#web/ui/press.ts';

/** Keys that were pressed between Ctrl+K and the arrival of the palette's code, which begins with them. */
let typedAhead = '';

/** Ctrl+K, or Cmd+K, opens the palette wherever the focus is, but not over another dialog. */
export function usePaletteKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
      if (isComposing || isSomethingOpen()) return;
      const isOpening = overlay.get() === 'palette';
      const isPlain = !ctrlKey && !metaKey && !altKey;
      if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        typedAhead = '';
        overlay.set('palette');
      } else if (isOpening && isPlain && isCharacter(key)) typedAhead += key;
      else if (isOpening && key === 'Escape') overlay.set(undefined);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Also forgets them. */
export function takeTypedAhead(): string {
  const typed = typedAhead;
  typedAhead = '';
  return typed;
}
