import History from 'lucide-react/icons/history';
import { icon } from '#web/ui/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './changes-button.module.css';

/** In the receipt: leads on to what was changed before. */
export const ChangesButton = ({ onPress }: { onPress: (opener: HTMLElement) => void }) => (
  <Button
    size="xs"
    variant="subtle"
    aria-label="Recent changes"
    onClick={(event) => onPress(event.currentTarget)}
  >
    <History {...icon} />
    <span className={styles.words}>Recent changes</span>
  </Button>
);
