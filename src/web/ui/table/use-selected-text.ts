import { formatNumber } from '#web/lib/format.ts';
import { useAnnouncement } from '#web/ui/feedback/use-announcement.ts';

/** `3 selected, 1 not shown`, announced when it changes; empty where none is selected. */
export function useSelectedText(selected: number, hidden: number): string {
  const rest = hidden > 0 ? `, ${formatNumber(hidden)} not shown` : '';
  useAnnouncement(selected === 0 ? '' : `Selected: ${formatNumber(selected)}${rest}`);
  return selected === 0 ? '' : `${formatNumber(selected)} selected${rest}`;
}
