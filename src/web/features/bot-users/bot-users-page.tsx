import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useEffectEvent } from 'react';
import { BotUserList } from '#web/features/bot-users/bot-user-list.tsx';
import { ListStates, NewBotUserLink } from '#web/features/bot-users/list-states.tsx';
import { useLoading, useRefresh, type Loading } from '#web/features/bot-users/loader.ts';
import { areNewestFirst, listEndTexts } from '#web/features/bot-users/pages.ts';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/page.tsx';
import { ReadAge } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** The frame is the same before and after the first rows have come, so that it keeps the focus. */
export function BotUsersPage() {
  const list = useLoading();
  const refresh = useRefresh();
  const { pages, loaded, unreadable, hasMore, error, isLoading, readAt } = list;
  const isThere = pages.length > 0;
  const isEmpty = isThere && loaded === 0 && unreadable === 0 && !hasMore;
  const sayReady = useEffectEvent(() =>
    announce(`List ready: ${count(loaded, 'bot user')} loaded.`),
  );
  useEffect(() => {
    if (isThere) sayReady();
  }, [isThere]);

  return (
    <Page
      title="Bot users"
      lead={
        <p tabIndex={-1} className="dim numbers" id={countLine.id}>
          {isEmpty ? 'This account has none yet.' : countText(list)}
        </p>
      }
      actions={
        !isEmpty && (
          <>
            <span className="dim wide">
              {isThere && <ReadAge at={readAt} found={refresh.text} />}
            </span>
            <SubmitButton
              variant="default"
              px="sm"
              busy={isLoading || refresh.isPending}
              leftSection={<RefreshCw {...icon} />}
              onClick={() => (isThere ? refresh.mutate() : list.retry())}
            >
              <span className="wide">Refresh</span>
            </SubmitButton>
            <NewBotUserLink />
          </>
        )
      }
    >
      {/* Once there are rows it holds live texts, and NVDA drops those of a busy part. */}
      <section className="card" aria-label="Bot user list" aria-busy={!isThere && !error}>
        {isThere && !isEmpty ? (
          <BotUserList list={list} refresh={refresh} />
        ) : (
          <ListStates isEmpty={isEmpty} error={error} onRetry={list.retry} />
        )}
      </section>
    </Page>
  );
}

/** Says what is known, and only that: the service has no totals. */
function countText({ pages, loaded, end, error, nextPageError }: Loading): string {
  // Reserves the line until the count is known.
  if (pages.length === 0) return error ? 'None loaded.' : '\u00a0';
  const size = formatNumber(loaded);
  if (nextPageError) return `${size} loaded. Loading stopped after an error.`;
  if (end === 'last') return `All ${size} loaded.`;
  if (end !== undefined) return `${size} loaded. ${listEndTexts[end]}`;
  const order = areNewestFirst(pages) ? 'newest first' : 'in the service’s order';
  return `${size} loaded, ${order}. The service has more.`;
}
