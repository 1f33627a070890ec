// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver, infiniteQueryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import { call } from '#web/api/call.ts';
import { loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';

let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    if (pathname === '/config.json') return Response.json({ service_host: 'h' });
    asked.push(search);
    if (search !== '') return Response.json({}, { status: 500 });
    return Response.json({ bot_users: [], next_page_uri: '/bot_users?before_id=b' });
  });
  await loadConfig();
  session.signIn('key', false);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.end('none');
});

const pages = (retry: 'interactive' | 'background') =>
  infiniteQueryOptions({
    queryKey: ['pages', retry],
    queryFn: ({ pageParam, signal }) =>
      call(botUserEndpoints.list, { query: pageParam }, { signal, retry }),
    initialPageParam: '',
    getNextPageParam: (page) => nextPageQuery(page.next_page_uri),
  });

it.each(['interactive', 'background'] as const)(
  'a page that always answers 500 is requested three times through a query: %s',
  async (retry) => {
    const observer = new InfiniteQueryObserver(createQueryClient(), pages(retry));
    const unsubscribe = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['']);
    const next = observer.fetchNextPage();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await next).toMatchObject({ isError: true });
    expect(asked).toEqual(['', ...Array<string>(3).fill('?before_id=b')]);
    unsubscribe();
  },
);
