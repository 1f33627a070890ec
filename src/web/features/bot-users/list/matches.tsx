import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { idIn } from '#web/features/bot-users/list/id-in.ts';
import { markMatches } from '#web/features/bot-users/list/mark-matches.ts';
import { useReadAgain, type Loading } from '#web/features/bot-users/list/use-loading.ts';
import {
  SelectMatching,
  type SelectMatchingProps,
} from '#web/features/bot-users/list/select-matching.tsx';
import { groupLabel } from '#web/features/bot-users/view/groups.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

type MatchLineProps = {
  text: string;
  /** Marked where it matches; empty where other reasons count. */
  q: string;
  /** `null`: all of them. */
  group: string | null;
  pending: boolean;
  /** What the filter matches can be selected; `undefined`: it is the selection that is shown. */
  selecting: SelectMatchingProps | undefined;
  /** Writes into the address; an empty text takes a field out. */
  onView: (params: Record<string, string>) => void;
};

export function MatchLine({ text, q, group, pending, selecting, onView }: MatchLineProps) {
  const isGroup = group !== null;
  // What stands in place of the rows says it.
  const isNone =
    selecting !== undefined &&
    !pending &&
    !isGroup &&
    selecting.rows.length === 0 &&
    selecting.list.loaded > 0;
  const line = useRef<HTMLDivElement>(null);
  useEffect(
    () => (isNone ? undefined : markMatches(line.current?.closest('section'), q)),
    [q, isNone],
  );
  if (isNone) return null;
  return (
    <div ref={line} className={`${layout.line} ${layout.row} ${layout.num}`} aria-busy={pending}>
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
      {selecting && <SelectMatching key={selecting.viewKey} {...selecting} />}
    </div>
  );
}

/** Of an address that was made where more was loaded. */
export function LinkSize({ size, loading }: { size: number; loading: Loading }) {
  const isLoading = useWork(useBotUsersContext().loadAll).status === 'running';
  return (
    <div className={`${layout.line} ${layout.row} ${layout.num}`}>
      <p>This link was made with {formatNumber(size)} loaded.</p>
      <BusyButton
        size="compact-xs"
        variant="default"
        busy={isLoading}
        // A press with the keyboard has no click count.
        onClick={({ detail }) => void loading.loadAll(detail === 0, size)}
      >
        Load {formatNumber(size)}
      </BusyButton>
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
  list: { pages, loaded, end },
  q,
  loading,
  onClear,
}: NothingMatchesProps) {
  const isChecking = useWork(useBotUsersContext().checkAll).status === 'running';
  const readAgain = useReadAgain();
  const isAll = end === 'last';
  const id = idIn(q, pages[0]?.bot_users ?? []);
  const path =
    id === undefined || session.containsKey(id) ? undefined : reachOf({ id, name: '' }).path;
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
          {id !== undefined && path !== undefined && (
            <LinkButton to={path}>
              Open <UntrustedText text={shorten(id)} />
            </LinkButton>
          )}
          <Button variant="default" onClick={onClear}>
            Clear filter
          </Button>
          {end === undefined && (
            // A press with the keyboard has no click count.
            <Button
              {...(path !== undefined && { variant: 'default' })}
              onClick={({ detail }) => void loading.loadAll(detail === 0)}
            >
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
