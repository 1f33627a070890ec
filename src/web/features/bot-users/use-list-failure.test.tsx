// @vitest-environment happy-dom
import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useListFailure } from '#web/features/bot-users/use-list-failure.ts';

/** Settles the read that is under way. */
let under: { resolve: (page: number) => void; reject: (error: Error) => void };
const read = () =>
  new Promise<number>((resolve, reject) => {
    under = { resolve, reject };
  });

function List() {
  const list = useInfiniteQuery({
    queryKey: ['list'],
    queryFn: read,
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
    retry: false,
  });
  const failure = useListFailure(list);
  return (
    <>
      <output>{`${failure ?? 'none'}${list.isFetching ? ', reading' : ''}`}</output>
      <button onClick={() => void list.refetch()}>Refresh</button>
      <button onClick={() => void list.fetchNextPage()}>Load more</button>
    </>
  );
}

let host: HTMLElement;
let root: Root;

// Else it tells in a task of its own, some time after an answer.
notifyManager.setScheduler(queueMicrotask);

const settled = (work: () => void) =>
  act(async () => {
    work();
    await new Promise((done) => setTimeout(done));
  });
const press = (index: number) => settled(() => host.querySelectorAll('button')[index]?.click());
const refresh = () => press(0);
const loadMore = () => press(1);
const succeed = () => settled(() => under.resolve(1));
const fail = () => settled(() => under.reject(new Error('down')));
const shown = () => host.querySelector('output')?.textContent;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await settled(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <List />
      </QueryClientProvider>,
    ),
  );
  await succeed();
});
afterEach(async () => {
  await settled(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

it('tells a failure of what was read, and not of what is being read', async () => {
  expect(shown()).toBe('none');
  await refresh();
  expect(shown()).toBe('none, reading');
  await fail();
  expect(shown()).toBe('refresh');

  await loadMore();
  expect(shown()).toBe('refresh, reading');
  await fail();
  expect(shown()).toBe('next-page');

  await refresh();
  expect(shown()).toBe('next-page, reading');
  await fail();
  expect(shown()).toBe('refresh');
});

it('tells nothing any more once something was read', async () => {
  await loadMore();
  await fail();
  await loadMore();
  expect(shown()).toBe('next-page, reading');
  await succeed();
  expect(shown()).toBe('none');
});
