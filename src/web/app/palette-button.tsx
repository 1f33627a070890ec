import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import type { AccountMenuActions } from '#web/app/account-menu-panel.tsx';
import { appParts } from '#web/app/parts.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { isCharacter } from '#web/ui/press.ts';
import bar from '#web/features/activity/activity-button.module.css';
import styles from './palette-button.module.css';

const Palette = late(appParts, (each) => each.Palette, ChunkErrorDialog);

/** In the bar; Ctrl+K, or Cmd, does the same wherever the focus is, but for another dialog. */
export function PaletteButton(props: AccountMenuActions & { onActivity: () => void }) {
  /** What was typed before its code was there; `undefined`: it is closed. */
  const [typed, setTyped] = useState<string>();
  const isOpen = typed !== undefined;

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing || document.querySelector('dialog[open]')) return;
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isPlain = !ctrlKey && !metaKey && !altKey;
      if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') setTyped('');
      else if (isOpen && isPlain && isCharacter(key)) setTyped((before = '') => before + key);
      else if (isOpen && key === 'Escape') setTyped(undefined);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen]);

  return (
    <>
      <button
        {...appParts.intent}
        type="button"
        className={`${bar.button} ${styles.button}`}
        aria-label="Search or run a command"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setTyped('')}
      >
        <Search size={18} strokeWidth={1.6} aria-hidden />
        <span className={styles.text}>Search or run a command</span>
        <kbd className={styles.text} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {isOpen && <Palette {...props} typed={typed} onClose={() => setTyped(undefined)} />}
    </>
  );
}
