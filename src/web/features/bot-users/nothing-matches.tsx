import { Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { formatNumber, shorten } from '#web/ui/format.ts';
import { StateCard } from '#web/ui/state-card.tsx';

type NothingMatchesProps = {
  /** How many are loaded. */
  size: number;
  /** Whether the service has no more. */
  complete: boolean;
  q: string;
  onClear: () => void;
  onLoadAll: () => void;
};

/** In place of the table. */
export function NothingMatches({ size, complete, q, onClear, onLoadAll }: NothingMatchesProps) {
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {complete ? 'No bot user matches' : `Nothing in the ${formatNumber(size)} loaded matches`}
          {q && (
            <>
              {' “'}
              <ForeignText text={shorten(q)} />”
            </>
          )}
        </>
      }
      actions={
        <>
          <Button variant="default" onClick={onClear}>
            Clear filter
          </Button>
          {!complete && <Button onClick={onLoadAll}>Load all and search</Button>}
        </>
      }
    >
      <p>
        {complete
          ? 'All of them are loaded, and none matches.'
          : 'More bot users exist that are not loaded yet.'}
      </p>
    </StateCard>
  );
}
