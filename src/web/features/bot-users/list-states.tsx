import { Box, Button, Group, Skeleton } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { isKeyValid } from '#web/api/sign-in-failure.ts';
import { loadAll, type Loading } from '#web/features/bot-users/loader.ts';
import { countLine, loadFoot } from '#web/features/bot-users/rows-in-document.ts';
import { pathOfTypedId } from '#web/features/bot-users/typed-id.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { named, UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import { useDelayed } from '#web/ui/use-timers.ts';

const OpenByIdDialog = onDemand(
  () => import('#web/features/bot-users/open-by-id-dialog.tsx'),
  'OpenByIdDialog',
);

type ListStatesProps = { isEmpty: boolean; error: Error | null; onRetry: () => void };

/** In place of the list: it is loading, empty, or could not be read. */
export function ListStates({ isEmpty, error, onRetry }: ListStatesProps) {
  const [isOpening, setOpening] = useState(false);
  if (isEmpty) return <FirstRun />;
  if (!error) return <ListLoading />;
  const isForbidden = isKeyValid(error);
  return (
    <>
      <StateCard
        trouble
        {...(isForbidden && { icon: Ban })}
        title={isForbidden ? 'This key may not list bot users' : 'Bot users could not be loaded'}
        details={detailsOf(error)}
        actions={
          isForbidden ? (
            <>
              <Button onClick={() => session.end('none')}>Use another key</Button>
              <Button variant="subtle" onClick={() => setOpening(true)}>
                Open by id
              </Button>
            </>
          ) : (
            <Button variant="filled" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <p>
          {reasonOf(error, 'read')}
          {isForbidden &&
            ' Sign in with a key that has this right, or open one bot user by its id.'}
        </p>
      </StateCard>
      {isOpening && <OpenByIdDialog onClose={() => setOpening(false)} />}
    </>
  );
}

/** Without a skeleton for the first 300 ms, so that a quick response does not flicker. */
function ListLoading() {
  const isSlow = useDelayed(300);
  return (
    <Group p="md" mih="24rem" align="flex-start">
      <p className="dim">Loading bot users…</p>
      {isSlow && Array.from({ length: 8 }, (_, row) => <Skeleton key={row} height={28} />)}
    </Group>
  );
}

export function NewBotUserLink() {
  const navigate = useNavigate();
  useShortcuts([{ key: 'C', does: 'New bot user', run: () => navigate(paths.botUserNew) }]);
  return (
    <Button
      variant="filled"
      component={Link}
      to={paths.botUserNew}
      leftSection={<Plus {...icon} />}
      aria-keyshortcuts={useSingleKeys() ? 'C' : undefined}
    >
      <span>
        New <span className="wide">bot user</span>
      </span>
    </Button>
  );
}

const FirstRun = () => (
  <StateCard icon={Brackets} title="Create the first bot user" actions={<NewBotUserLink />}>
    <p>
      A bot user is an identity for a program, not a person. Give each job its own so that you can
      switch one off without stopping the others.
    </p>
  </StateCard>
);

export function Unreadable({ count: unreadable }: { count: number }) {
  if (unreadable === 0) return null;
  const what = `${count(unreadable, 'bot user')} could not be shown`;
  const them = unreadable === 1 ? 'it' : 'them';
  return (
    <Box p="md">
      <Notice tone="warn" role="status">
        {/* One text: of several, Firefox tells screen readers only the one that changes. */}
        {`${what}: the service sent ${them} in a way this app does not know.`}
      </Notice>
    </Box>
  );
}

type NothingMatchesProps = { list: Loading; text: string; onClear: () => void };

export function NothingMatches({ list, text, onClear }: NothingMatchesProps) {
  const { loaded, end, status } = list;
  const typed = pathOfTypedId(text);
  /** At the end the pressed button is gone, and Cancel, which got the focus from it, goes too. */
  async function loadAndSearch() {
    const { kind } = await loadAll();
    const isKept = document.activeElement === document.body || loadFoot.hasFocus();
    if (kind === 'done' && isKept) setTimeout(countLine.focus);
  }
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {end === 'last'
            ? 'No bot user matches'
            : `Nothing in the ${formatNumber(loaded)} loaded matches`}
          {text && (
            <>
              {' “'}
              <UntrustedText text={shorten(text)} />”
            </>
          )}
        </>
      }
      actions={
        <>
          {typed && (
            <Button variant="filled" component={Link} to={typed.path}>
              <span>{named('Open #', typed.id)}</span>
            </Button>
          )}
          <Button onClick={onClear}>Clear filter</Button>
          {end === undefined && status !== 'all' && (
            <Button variant={typed ? 'default' : 'filled'} onClick={() => void loadAndSearch()}>
              Load all and search
            </Button>
          )}
        </>
      }
    >
      {end === undefined && <p>More bot users exist that are not loaded yet.</p>}
    </StateCard>
  );
}
