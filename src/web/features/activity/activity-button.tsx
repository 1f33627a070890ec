import Activity from 'lucide-react/icons/activity';
import type { ComponentProps } from 'react';
import { useSingleKeys } from '#web/ui/use-shortcuts.ts';
import styles from './activity-button.module.css';

export const PANEL_ID = 'activity-panel';

type ActivityButtonProps = ComponentProps<'button'> & { isOpen: boolean; onPress: () => void };

/** In the bar. Its name says neither how many requests there are nor what came of them. */
export function ActivityButton({ isOpen, onPress, ...button }: ActivityButtonProps) {
  const singleKeys = useSingleKeys();
  return (
    <button
      {...button}
      type="button"
      className={styles.button}
      aria-label="Activity"
      aria-keyshortcuts={singleKeys ? '.' : undefined}
      aria-expanded={isOpen}
      aria-controls={PANEL_ID}
      onClick={onPress}
    >
      <Activity size={18} strokeWidth={1.6} aria-hidden />
      <span className={styles.text}>Activity</span>
    </button>
  );
}
