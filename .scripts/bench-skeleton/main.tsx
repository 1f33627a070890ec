// What `npm run bench` measures beside the page: the least that the same packages do for the same list. Controls have
// the names that they have in the page, so that both are measured by the same steps.
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import './style.css';

type Bot = { id: string; name: string; active: boolean; created_at: string };
type Page = { bot_users: readonly Bot[]; next_page_uri: string | null };
type Pages = InfiniteData<Page, string>;

const KEY = ['bot-users'];
const ROW = 44;
const none: readonly Page[] = [];
const KEPT = 'bench.key';
type Config = { version_header: string; version: string };
const config = fetch('/config.json').then((response) => response.json() as Promise<Config>);
let lastOpened: string | undefined;
let lastScroll = 0;

async function api<T>(path: string, change?: object): Promise<T> {
  const { version_header, version } = await config;
  const headers = {
    Authorization: `Bearer ${sessionStorage.getItem(KEPT)}`,
    [version_header]: version,
  };
  const init = change && {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  };
  const response = await fetch(path, init ?? { headers });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as T; // trusted: it measures, and shows nobody's data
}

const useList = () =>
  useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => api<Page>(pageParam),
    initialPageParam: '/api/bot_users?limit=100',
    getNextPageParam: ({ next_page_uri: next }) => {
      if (next === null) return undefined;
      const { pathname, search } = new URL(next, location.href);
      return pathname + search;
    },
  });

/** One page object is replaced for each change. */
const changed = (data: Pages, id: string, active: boolean): Pages => ({
  ...data,
  pages: data.pages.map((page) =>
    page.bot_users.some((bot) => bot.id === id)
      ? {
          ...page,
          bot_users: page.bot_users.map((bot) => (bot.id === id ? { ...bot, active } : bot)),
        }
      : page,
  ),
});

type RowProps = { bot: Bot; index: number; onSwitch: (id: string, active: boolean) => void };

const Row = memo(function Row({ bot, index, onSwitch }: RowProps) {
  return (
    <tr data-id={bot.id} aria-rowindex={index + 2}>
      <td>
        <input type="checkbox" aria-label={`Select ${bot.name}`} />
      </td>
      <th scope="row">
        <Link to={`/bot-users/${bot.id}`}>{bot.name}</Link>
      </th>
      <td>{bot.id.slice(0, 16)}</td>
      <td>
        <input
          type="checkbox"
          role="switch"
          aria-checked={bot.active}
          aria-label={`Active: ${bot.name}`}
          checked={bot.active}
          onChange={() => onSwitch(bot.id, !bot.active)}
        />
        {bot.active ? 'Active' : 'Inactive'}
      </td>
      <td>{bot.created_at}</td>
    </tr>
  );
});

function List() {
  const client = useQueryClient();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useList();
  const [text, setText] = useState('');
  const pages = data?.pages ?? none;
  const all = pages.flatMap((page) => page.bot_users);
  const wanted = text.toLowerCase();
  const rows = wanted
    ? all.filter(
        ({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted),
      )
    : all;
  // The skeleton is built without the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    overscan: 2,
    scrollMargin: 150,
    initialOffset: () => lastScroll,
  });
  const items = virtualizer.getVirtualItems();
  const count = all.length.toLocaleString('en');
  const [onSwitch] = useState(() => (id: string, active: boolean) => {
    client.setQueryData<Pages>(KEY, (before) => before && changed(before, id, active));
    void api(`/api/bot_users/${id}`, { active });
  });

  useLayoutEffect(() => {
    window.scrollTo(0, lastScroll);
    const remember = () => void (lastScroll = window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useEffect(() => {
    const row = document.querySelector(`[data-id="${lastOpened ?? ''}"]`);
    if (row) lastOpened = undefined;
    row?.querySelector('a')?.focus({ preventScroll: true });
  });

  async function loadAll() {
    for (let more = true; more;) more = (await fetchNextPage()).hasNextPage;
  }

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  return (
    <main>
      <h1>Bot users</h1>
      <p>{hasNextPage ? `${count} loaded` : `All ${count} loaded.`}</p>
      <input
        type="search"
        aria-label="Filter loaded bot users"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {wanted && <p>{`${rows.length.toLocaleString('en')} of the ${count} loaded match`}</p>}
      <table aria-label="Bot users">
        <tbody aria-hidden style={{ height: first * ROW }} />
        <tbody>
          {items.map(({ index }) => {
            const bot = rows[index];
            return bot && <Row key={bot.id} bot={bot} index={index} onSwitch={onSwitch} />;
          })}
        </tbody>
        <tbody aria-hidden style={{ height: (rows.length - last - 1) * ROW }} />
      </table>
      {hasNextPage && (
        <p className="foot">
          <button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </button>
          <button onClick={() => void loadAll()}>Load all</button>
        </p>
      )}
    </main>
  );
}

function Edit() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const bot = client
    .getQueryData<Pages>(KEY)
    ?.pages.flatMap((page) => page.bot_users)
    .find((each) => each.id === id);
  useEffect(() => {
    lastOpened = id;
  }, [id]);
  return (
    <main>
      <h1>{bot?.name}</h1>
      <form>
        <input aria-label="Name" defaultValue={bot?.name} />
        <button>Save changes</button>
      </form>
    </main>
  );
}

function SignIn() {
  const navigate = useNavigate();
  const [key, setKey] = useState('');
  function signIn() {
    sessionStorage.setItem(KEPT, key);
    void navigate('/bot-users');
  }
  return (
    <form action={signIn}>
      <input
        type="password"
        aria-label="API key"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <button>Sign in</button>
    </form>
  );
}

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } },
});

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Routes>
          <Route path="/sign-in" element={<SignIn />} />
          <Route path="/bot-users" element={<List />} />
          <Route path="/bot-users/:id" element={<Edit />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
