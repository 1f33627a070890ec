// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/bot-users" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { FIRST_PAGE } from '#contract/page.ts';

const KEY = 'gh_0123456789abcdef';
const MINUTE = 60_000;
const LIST = 'http://gatehouse.test/api/bot_users?limit=100';

let config: unknown;
let sent: Request[] = [];
const listsAsked = () => sent.filter(({ url }) => !url.endsWith('/config.json'));

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(document, 'addEventListener');
  sent = [];
  config = { service_host: 'h' };
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    if (request.url.endsWith('/config.json'))
      return typeof config === 'string' ? new Response(config) : Response.json(config);
    return Response.json({ bot_users: [], next_page_uri: null });
  });
  history.replaceState(null, '', '/bot-users');
  document.body.innerHTML =
    '<div data-form><form><input id="api-key"><input id="stay" type="checkbox"><button type="submit"></button></form></div>';
});
afterEach(() => {
  // The next test starts in the same document.
  for (const [event, listener, how] of vi.mocked(document.addEventListener).mock.calls)
    document.removeEventListener(event, listener, how);
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** As the tab has kept it that signed in, or another app of this origin. */
function keep(change: object = {}) {
  const at = Date.now() - MINUTE;
  const held = { key: KEY, stamp: at, lineage: at, signedInAt: at, usedAt: at, ...change };
  sessionStorage.setItem('gatehouse.session', JSON.stringify(held));
}

/** What the browser does first. The document counts as not read to its end, so that the app stays out. */
async function start() {
  await import('#web/start/start.ts');
  return { shown: document.documentElement.dataset['start'], wanted: gatehouse?.wanted };
}

function press(key: string) {
  document.querySelector('input')?.setAttribute('value', key);
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(submit);
  return submit;
}

it('asks for the list with a kept key, as the app does, which takes the answer', async () => {
  config = { service_host: 'h', version_header: 'X-Version', version: '7' };
  keep();
  const { shown, wanted } = await start();
  expect(shown).toBe('app');
  await wanted;
  expect(sent.map(({ url }) => url)).toEqual(['http://gatehouse.test/config.json', LIST]);

  const [{ loadConfig }, { call }] = await Promise.all([
    import('#web/api/config.ts'),
    import('#web/api/call.ts'),
  ]);
  await loadConfig();
  for (let page = 0; page < 2; page += 1) await call(botUserEndpoints.list, { query: FIRST_PAGE });
  expect(sent).toHaveLength(3);
  const [, early, late] = sent.map(({ url, method, headers, credentials, redirect }) => ({
    url,
    method,
    credentials,
    redirect,
    key: headers.get('authorization'),
    version: headers.get('x-version'),
  }));
  expect(early).toEqual(late);
  expect(early).toMatchObject({ key: `Bearer ${KEY}`, version: '7', credentials: 'omit' });
});

it('asks for it with a key that is typed, at the press, and once', async () => {
  const { shown, wanted } = await start();
  expect(shown).toBe('form');
  expect(location.pathname + location.search).toBe('/sign-in?next=%2Fbot-users');
  expect(press(KEY).defaultPrevented).toBe(true);
  press(KEY);
  await wanted;
  expect(listsAsked().map(({ url }) => url)).toEqual([LIST]);
});

it.each(['', 'short', 'gh_ab\u200bcdefgh', 'Bearer gh_0123456789', 'gh_0123456789ä'])(
  'leaves %j to the form of the app',
  async (key) => {
    const { wanted } = await start();
    press(key);
    await wanted;
    expect(listsAsked()).toEqual([]);
  },
);

it.each([
  '@evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  'https://user@evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  '.evil.test',
  ':1@evil.test',
  ' /api',
  '/api\n',
  'http://gatehouse.test:99999',
  null,
  7,
  ['/api'],
])('sends no key where the address of the API is %j', async (api_base) => {
  config = { service_host: 'h', api_base };
  const { wanted } = await start();
  press(KEY);
  await wanted;
  expect(listsAsked()).toEqual([]);
});

it.each(['', '{', 'null', '[]', '<!doctype html>'])(
  'leaves the configuration %j to the app, which says what is wrong with it',
  async (text) => {
    config = text;
    const { wanted } = await start();
    press(KEY);
    await wanted;
    keep();
    vi.resetModules();
    await (
      await start()
    ).wanted;
    expect(sent[0]?.url).toBe('http://gatehouse.test/config.json');
  },
);

it.each([
  ['was not used for too long', { usedAt: Date.now() - 31 * MINUTE }],
  ['is too old', { signedInAt: Date.now() - 481 * MINUTE }],
  ['was used before the clock was set back', { usedAt: Date.now() + 5 * MINUTE }],
])('sends nothing with a key that %s', async (_, change) => {
  keep(change);
  await (
    await start()
  ).wanted;
  expect(listsAsked()).toEqual([]);
});

it('sends nothing with a key that was signed out in another tab', async () => {
  keep();
  localStorage.setItem('gatehouse.signed-out', String(Date.now()));
  expect((await start()).shown).toBe('form');
  expect(location.pathname + location.search).toBe('/sign-in');
  await Promise.resolve();
  expect(listsAsked()).toEqual([]);
});

it('says that a stylesheet failed when the app is wanted, and has nothing unhandled before', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<link data-app><link data-app><p data-start-failed hidden></p>',
  );
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  await start();
  document.querySelectorAll('link')[1]?.dispatchEvent(new Event('error'));
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  press('');
  await vi.waitFor(() => expect(document.querySelector('p')?.role).toBe('alert'));
});

it('asks for no list where another page is opened', async () => {
  history.replaceState(null, '', '/routes');
  keep();
  await (
    await start()
  ).wanted;
  expect(listsAsked()).toEqual([]);
});

it.each(['', 'null', '{', '[]', '7', '"key"', '{"key":"a b"}', '{"key":"k","stamp":1}'])(
  'shows the form where the tab has kept %j',
  async (text) => {
    sessionStorage.setItem('gatehouse.session', text);
    expect((await start()).shown).toBe('form');
    expect(sessionStorage.getItem('gatehouse.session')).toBeNull();
  },
);

it('shows the form where the browser refuses storage', async () => {
  for (const name of ['sessionStorage', 'localStorage'] as const)
    vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
  expect((await start()).shown).toBe('form');
});
