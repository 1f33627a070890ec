import Search from 'lucide-react/icons/search';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { useReadAgain, type Loading } from '#web/features/bot-users/list/use-loading.ts';
import { groupLabel } from '#web/features/bot-users/view/groups.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type MatchLineProps = {
  text: string;
  /** `null`: all of them. */
  group: string | null;
  pending: boolean;
  /** Writes into the address; an empty text takes a field out. */
  onView: (params: Record<string, string>) => void;
};

export function MatchLine({ text, group, pending, onView }: MatchLineProps) {
  const isGroup = group !== null;
  return (
    <div className={`${layout.line} ${layout.row} ${layout.num}`} aria-busy={pending}>
      <p>
        {isGroup && (
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
      {isGroup && (
        <>
          <Button size="compact-xs" variant="subtle" onClick={() => onView({ group: '' })}>
            Leave group
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onView({ group: '', by: 'groups' })}
          >
            All name groups
          </Button>
        </>
      )}
    </div>
  );
}

type NothingMatchesProps = {
  list: BotUserListState;
  q: string;
  loading: Loading;
  onClear: () => void;
};

export function NothingMatches({
  list: { loaded, end },
  q,
  loading,
  onClear,
}: NothingMatchesProps) {
  const isChecking = useWork(useBotUsersContext().checkAll).status === 'running';
  const readAgain = useReadAgain();
  const isAll = end === 'last';
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {isAll ? 'No bot user matches' : `Nothing in the ${formatNumber(loaded)} loaded matches`}
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
            <Button onClick={({ detail }) => void loading.loadAll(detail === 0)}>
              Load all and search
            </Button>
          )}
          {/* Reading from the top is the way past a page that leads nowhere. */}
          {end !== undefined && !isAll && (
            <BusyButton busy={isChecking} onClick={() => void readAgain(true)}>
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
