import { Button } from '@mantine/core';
import { groupLabel } from '#web/features/bot-users/view/groups.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { formatNumber, shorten } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';

type MatchLineProps = {
  text: string;
  /** The name group that is shown; `null` for all of them. */
  group: string | null;
  pending: boolean;
  onLeaveGroup: () => void;
  onAllGroups: () => void;
};

/** How many are shown, and of which group. */
export function MatchLine({ text, group, pending, onLeaveGroup, onAllGroups }: MatchLineProps) {
  return (
    <div className={`${layout.line} ${layout.row} ${layout.num}`} aria-busy={pending}>
      <p>
        {group !== null && (
          <>
            Name group{' '}
            <strong>
              <UntrustedText text={shorten(groupLabel(group))} />
            </strong>
            {': '}
          </>
        )}
        {text}
      </p>
      {group !== null && (
        <>
          <Button size="compact-xs" variant="subtle" onClick={onLeaveGroup}>
            Leave group
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={onAllGroups}>
            All name groups
          </Button>
        </>
      )}
    </div>
  );
}

type MatchFacts = {
  /** How many rows the list shows, of how many. */
  shown: number;
  loaded: number;
  /** The rows are still those of another filter, and their number means nothing. */
  isStale: boolean;
  /** Selected rows are shown alone. */
  only: boolean;
  isFiltered: boolean;
};

export function matchTextOf({ shown, loaded, isStale, only, isFiltered }: MatchFacts): string {
  if (isStale) return `Filtering the ${formatNumber(loaded)} loaded…`;
  const text = `${formatNumber(shown)} of the ${formatNumber(loaded)} loaded`;
  if (!only) return `${text} match`;
  // What the filter hides is the reason to look at the selected ones alone.
  return `${text} are shown: those that were selected${isFiltered ? ', whatever the filter says' : ''}`;
}
