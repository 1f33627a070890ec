import { Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { StateCard } from '#web/ui/layout/state-card.tsx';

type NothingMatchesProps = {
  /** How many are loaded. */
  size: number;
  /** `undefined` where the service has more. */
  end: ListEnd | undefined;
  /** Everything is being read again. */
  isChecking: boolean;
  q: string;
  onClear: () => void;
  onLoadAll: (byKeyboard: boolean) => void;
  onCheck: () => void;
};

/** In place of the table. */
export function NothingMatches(props: NothingMatchesProps) {
  const { size, end, isChecking, q, onClear, onLoadAll, onCheck } = props;
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {end === 'last'
            ? 'No bot user matches'
            : `Nothing in the ${formatNumber(size)} loaded matches`}
          {q && (
            <>
              {' “'}
              <UntrustedText text={shorten(q)} />”
            </>
          )}
        </>
      }
      actions={
        <>
          <Button variant="default" onClick={onClear}>
            Clear filter
          </Button>
          {end === undefined && (
            // A press with the keyboard has no click count.
            <Button onClick={({ detail }) => onLoadAll(detail === 0)}>Load all and search</Button>
          )}
          {/* Reading from the top is the way past a page that leads nowhere. */}
          {(end === 'repeated' || end === 'empty') && (
            <BusyButton busy={isChecking} onClick={onCheck}>
              Check all again
            </BusyButton>
          )}
        </>
      }
    >
      <p>{restText(end)}</p>
    </StateCard>
  );
}

function restText(end: ListEnd | undefined): string {
  if (end === undefined) return 'More bot users exist that are not loaded yet.';
  if (end === 'last') return 'All of them are loaded, and none matches.';
  return 'Loading stopped before the end. The service may have more.';
}
