import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { BotUserList } from '#web/features/bot-users/bot-user-list.tsx';
import { isNewestFirst, uniqueRows } from '#web/features/bot-users/list-view.ts';
import { ListStates } from '#web/features/bot-users/list-states.tsx';
import { botUserQueries, whatFollows } from '#web/features/bot-users/queries.ts';
import { useListFailure } from '#web/features/bot-users/use-list-failure.ts';
import { paths } from '#web/paths.ts';
import { icon } from '#web/ui/icon.ts';
import { useAnnounce } from '#web/ui/announcer.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { formatNumber } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { ReadAge } from '#web/ui/read-age.tsx';

export function BotUsersPage() {
  const botUsers = useInfiniteQuery(botUserQueries.list());
  const failure = useListFailure(botUsers);
  const announce = useAnnounce();
  const countLine = useRef<HTMLParagraphElement>(null);
  const [focusId, setFocusId] = useState<string>();

  const { data } = botUsers;
  const rows = data ? uniqueRows(data.pages) : [];
  const follows = data ? whatFollows(data.pages, data.pageParams).state : 'end';
  const unreadable = data ? data.pages.reduce((sum, page) => sum + page.unreadable, 0) : 0;
  const isLast = data !== undefined && follows !== 'more';
  const empty = data !== undefined && rows.length === 0 && unreadable === 0 && follows !== 'more';

  let said = botUsers.error ? 'None loaded.' : '\u00a0'; // the room for what comes
  if (empty) said = 'This account has none yet.';
  else if (data) said = countText({ rows, follows, stopped: failure === 'next-page' });

  async function loadMore(byKeyboard: boolean) {
    const known = new Set(rows.map((bot) => bot.id));
    // Never `cancelRefetch`: it would drop a refresh that is under way.
    const after = await botUsers.fetchNextPage({ cancelRefetch: false });
    if (after.isError || !after.data) return;
    const all = uniqueRows(after.data.pages);
    const fresh = all.filter((bot) => !known.has(bot.id));
    // The end is said by the count line itself.
    if (after.hasNextPage)
      announce(`${formatNumber(fresh.length)} more loaded, ${formatNumber(all.length)} in all.`);
    if (!byKeyboard) return;
    if (after.hasNextPage && fresh[0]) setFocusId(fresh[0].id);
    else countLine.current?.focus();
  }

  async function refresh() {
    const after = await botUsers.refetch();
    if (after.data)
      announce(`Read again, ${formatNumber(uniqueRows(after.data.pages).length)} loaded.`);
  }

  return (
    <Page
      title="Bot users"
      heading="Bot users"
      lead={
        <p
          ref={countLine}
          tabIndex={-1}
          className={`${layout.muted} ${layout.num}`}
          id="bot-user-count"
        >
          {isLast ? null : said}
          <span aria-live="polite">{isLast ? said : null}</span>
        </p>
      }
      actions={
        !empty && (
          <>
            {data && <ReadAge at={botUsers.dataUpdatedAt} />}
            <BusyButton
              variant="default"
              busy={botUsers.isFetching}
              leftSection={<RefreshCw {...icon} />}
              onClick={() => void refresh()}
            >
              Refresh
            </BusyButton>
            <Button component={Link} to={paths.botUserNew} leftSection={<Plus {...icon} />}>
              New bot user
            </Button>
          </>
        )
      }
    >
      <section className={layout.card} aria-label="Bot user list" aria-busy={botUsers.isFetching}>
        {data && !empty ? (
          <BotUserList
            rows={rows}
            unreadable={unreadable}
            follows={follows}
            query={botUsers}
            failure={failure}
            focusId={focusId}
            onFocused={() => setFocusId(undefined)}
            onLoadMore={(byKeyboard) => void loadMore(byKeyboard)}
            onRowGone={() => countLine.current?.focus()}
          />
        ) : (
          <ListStates
            empty={empty}
            error={botUsers.error}
            onRetry={() => void botUsers.refetch()}
          />
        )}
      </section>
    </Page>
  );
}

type CountFacts = {
  rows: BotUser[];
  follows: ReturnType<typeof whatFollows>['state'];
  /** The page after the loaded ones could not be read. */
  stopped: boolean;
};

/** Says what is known, and only that: the service has no totals. */
function countText({ rows, follows, stopped }: CountFacts): string {
  const loaded = formatNumber(rows.length);
  if (stopped) return `${loaded} loaded. Loading stopped after an error.`;
  if (follows === 'repeated')
    return `${loaded} loaded. The service repeated a page. Loading stopped.`;
  if (follows === 'end') return `All ${loaded} loaded.`;
  const order = isNewestFirst(rows) ? 'newest first' : 'in the service’s order';
  return `${loaded} loaded, ${order}. The service has more.`;
}
