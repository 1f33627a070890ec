import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { PageRouter } from '#web/app/page-router.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { ConfigContext, loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { listMenus, listParts } from '#web/features/bot-users/list-parts.ts';
import { BotUsersPage } from '#web/features/bot-users/pages/bot-users-page.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { paths } from '#web/paths.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

/** What the service of these tests takes for the present. */
export const NOW = Date.parse('2026-03-01T12:00:00Z');

export const KEY = 'key-of-the-list-tests-1234';

/** The lower the number, the newer. */
export const bot = (number: number, parts: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${number}`,
  uri: `/bot_users/bot_${number}`,
  name: `name ${number}`,
  active: true,
  created_at: new Date(NOW - 1000 * number).toISOString(),
  ...parts,
});

export const bots = (size: number) => Array.from({ length: size }, (_, index) => bot(index + 1));

const numberOf = (id: string) => Number(id.slice('bot_'.length));

/** @param last id after which the next page begins */
export const pageOf = (bot_users: BotUser[], last?: string) =>
  Response.json({
    bot_users,
    uri: '/bot_users',
    next_page_uri: last === undefined ? null : `/bot_users?limit=100&before_id=${last}`,
  });

type Asked = { answer: () => Response; settle: (answer: Response | Error) => void };

/** Answers what is asked only when it is told to. */
class Service {
  bots: BotUser[];
  readonly #pageSize: number;
  /** All requests so far. */
  readonly lines: string[] = [];
  #open: Asked[] = [];

  constructor(all: BotUser[], pageSize: number) {
    this.bots = all;
    this.#pageSize = pageSize;
  }

  fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/config.json') return Response.json({ service_host: 'api.test' });
    const path = pathname.replace('/api', '');
    const before = searchParams.get('before_id');
    const line = `${request.method} ${path}${before === null ? '' : ` before ${before}`}`;
    const body = request.method === 'PATCH' ? ((await request.json()) as Partial<BotUser>) : {};
    const id = path.split('/')[2] ?? '';
    const answers: Record<string, () => Response> = {
      GET: () => this.#page(before),
      PATCH: () => this.#edit(id, body),
      DELETE: () => this.#remove(id),
    };
    this.lines.push(line);
    return new Promise((resolve, reject) => {
      const settle = (given: Response | Error) =>
        given instanceof Error ? reject(given) : resolve(given);
      const asked = { settle, answer: answers[request.method] ?? Response.error };
      this.#open.push(asked);
      request.signal.addEventListener('abort', () => {
        this.#open = this.#open.filter((each) => each !== asked);
        reject(request.signal.reason as Error);
      });
    });
  };

  /** The request that has waited longest gets its answer. */
  answer(given?: Response | Error) {
    const asked = this.#open.shift();
    if (asked === undefined) throw new Error('Nothing is asked');
    asked.settle(given ?? asked.answer());
  }

  get isAsked() {
    return this.#open.length > 0;
  }

  #page(before: string | null): Response {
    const rest = this.bots.filter(
      ({ id }) => before === null || !(numberOf(id) <= numberOf(before)),
    );
    const page = rest.slice(0, this.#pageSize);
    return pageOf(page, rest.length > page.length ? page.at(-1)?.id : undefined);
  }

  #edit(id: string, fields: Partial<BotUser>): Response {
    this.bots = this.bots.map((each) => (each.id === id ? { ...each, ...fields } : each));
    return Response.json(this.bots.find((each) => each.id === id));
  }

  #remove(id: string): Response {
    this.bots = this.bots.filter((each) => each.id !== id);
    return new Response(null, { status: 204 });
  }
}

export const noAnswer = () => new TypeError('Failed to fetch');

export const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ msg: 'Refused.' }, { status, headers });

let root: Root | undefined;
let service: Service;

type ListOptions = { pageSize?: number; at?: string };

/** The page of the list in front of a service, before its first answer. */
export async function openPage(all: BotUser[], { pageSize = 100, at = '' }: ListOptions = {}) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Only time by the clock: answers and React come as they do. It goes on from test to test, for so does what
  // waits until a moment of it.
  if (!vi.isFakeTimers())
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    });
  vi.setSystemTime(NOW);
  await listParts.fetch();
  await listMenus.fetch();
  service = new Service(all, pageSize);
  vi.stubGlobal('fetch', service.fetch);
  const config = await loadConfig();
  session.signIn(KEY, false);
  pageHistory.replace(paths.botUsers + at);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root?.render(
      <ConfigContext value={config}>
        <QueryClientProvider client={createQueryClient()}>
          <PageRouter>
            <ReceiptProvider>
              <main id="main" tabIndex={-1}>
                <Routes>
                  <Route path={paths.botUsers} element={<BotUsersPage />} />
                  <Route path="*" element={null} />
                </Routes>
              </main>
            </ReceiptProvider>
          </PageRouter>
          <AnnounceRegion />
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
  return service;
}

/** The page once the first rows have come. */
export async function openList(all: BotUser[], options?: ListOptions) {
  await openPage(all, options);
  await answer();
  return service;
}

export async function closePage() {
  await act(async () => root?.unmount());
  root = undefined;
  session.end('none');
  vi.clearAllTimers();
  document.body.replaceChildren();
  window.scrollTo(0, 0);
  vi.unstubAllGlobals();
}

/** The page draws no more often than this while much happens. */
const DRAWN_MS = 100;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets time go by, and what follows from that happen. */
export const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await turn();
  });

/** The service answers: as it should, or as given; an error is no answer at all. Afterwards the page has drawn what follows. */
export async function answer(given?: Response | Error) {
  await act(async () => {
    service.answer(given);
    for (let turns = 0; turns < 4; turns++) await turn();
  });
  await pass(2 * DRAWN_MS);
}

export async function answerAll() {
  while (service.isAsked) await answer();
}

const CONTROLS = 'a, button, input, [role=menuitem], [role=progressbar], [role=group], fieldset';
const nameOf = (element: HTMLElement) =>
  element.getAttribute('aria-label') ??
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
  element.querySelector('legend')?.textContent ??
  element.textContent;

/** A control by its name; `undefined` where there is none. */
export const find = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].find((each) => nameOf(each) === name);

export function the(name: string): HTMLElement {
  const found = find(name);
  if (!found) throw new Error(`Nothing is called ${name}`);
  return found;
}

export const input = (name: string) => the(name) as HTMLInputElement;

/** With the pointer: such a press has a click count. Its code comes, and time for the page to draw what follows goes by. */
export async function press(name: string, more: MouseEventInit = {}) {
  await act(async () => {
    const control = the(name);
    control.focus();
    control.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...more }),
    );
    await vi.dynamicImportSettled();
  });
  await pass(DRAWN_MS);
}

/** In the menu of the list. */
export async function pressInMore(name: string, more?: MouseEventInit) {
  await press('More');
  await press(name, more);
}

export const pressByKeyboard = (name: string) => press(name, { detail: 0 });

export const select = (...ids: string[]) => act(async () => selection.set(ids, true));

/** @returns whether the browser would go on with it */
export async function key(pressed: string, more: KeyboardEventInit = {}) {
  let goesOn = true;
  await act(async () => {
    const init = { key: pressed, bubbles: true, cancelable: true, ...more };
    const target = document.activeElement ?? document.body;
    goesOn = target.dispatchEvent(new KeyboardEvent('keydown', init));
    await turn();
  });
  return goesOn;
}

export const type = (name: string, text: string) =>
  act(async () => {
    const field = input(name);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const textOf = (selector: string) => document.querySelector(selector)?.textContent;
export const countLine = () => textOf('#bot-user-count');
/** What was said last to those who cannot see it. */
export const announced = () =>
  [...document.querySelectorAll('[aria-live] > span')].at(-1)?.textContent;
export const shownNames = () =>
  [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
/** What the focus is on. */
export const focused = () =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? nameOf(document.activeElement)
    : undefined;
export const isShown = (text: string) => document.body.textContent.includes(text);
