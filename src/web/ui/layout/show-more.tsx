import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';

type ShowMoreProps = {
  shown: number;
  all: number;
  /** What is counted, behind the numbers. */
  what?: string;
  /** Of the button. */
  label?: string;
  onMore: () => void;
};

/** Under a list of which only the beginning is drawn. */
export function ShowMore({ shown, all, what, label = 'Show more', onMore }: ShowMoreProps) {
  if (all <= shown) return null;
  return (
    <div className={layout.foot}>
      <span className={`${layout.muted} ${layout.num} ${layout.grow}`}>
        {formatNumber(shown)} of {formatNumber(all)} {what && `${what} `}shown
      </span>
      <Button variant="default" size="xs" onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
