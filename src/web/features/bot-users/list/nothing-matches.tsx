import { Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import type { Follows } from '#web/features/bot-users/data/reading.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { StateCard } from '#web/ui/layout/state-card.tsx';

type NothingMatchesProps = {
  /** How many are loaded. */
  size: number;
  follows: Follows;
  /** Everything is being read again. */
  isChecking: boolean;
  q: string;
  onClear: () => void;
  onLoadAll: (byKeyboard: boolean) => void;
  onCheck: () => void;
};

/** In place of the table. */
export function NothingMatches({
  size,
  follows,
  isChecking,
  q,
  onClear,
  onLoadAll,
  onCheck,
}: NothingMatchesProps) {
  const isAll = follows === 'end';
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {isAll ? 'No bot user matches' : `Nothing in the ${formatNumber(size)} loaded matches`}
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
          {follows === 'more' && (
            // A press with the keyboard has no click count.
            <Button onClick={({ detail }) => onLoadAll(detail === 0)}>Load all and search</Button>
          )}
          {/* Reading from the top is the way past a page that leads nowhere. */}
          {(follows === 'repeated' || follows === 'empty') && (
            <BusyButton busy={isChecking} onClick={onCheck}>
              Check all again
            </BusyButton>
          )}
        </>
      }
    >
      <p>{REST[follows]}</p>
    </StateCard>
  );
}

const STOPPED = 'Loading stopped before the end. The service may have more.';

const REST: Record<Follows, string> = {
  more: 'More bot users exist that are not loaded yet.',
  end: 'All of them are loaded, and none matches.',
  repeated: STOPPED,
  empty: STOPPED,
};
