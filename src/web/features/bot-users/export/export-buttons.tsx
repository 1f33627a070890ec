import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { icon } from '#web/ui/theme/icon.ts';
import { IconButton } from '#web/ui/parts/button.tsx';
import styles from './export-buttons.module.css';

type ExportButtonsProps = { busy: boolean; onExportLoaded: () => void; onMore: () => void };

/** One press for what is mostly wanted, and one for everything else. */
export const ExportButtons = ({ busy, onExportLoaded, onMore }: ExportButtonsProps) => (
  <span className={styles.pair}>
    <BusyButton
      variant="subtle"
      size="xs"
      busy={busy}
      leftSection={<Download {...icon} />}
      onClick={onExportLoaded}
    >
      Export loaded
    </BusyButton>
    <IconButton aria-label="More export options" aria-haspopup="dialog" onClick={onMore}>
      <Ellipsis {...icon} />
    </IconButton>
  </span>
);
