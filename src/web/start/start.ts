// The one script in the document's head: a classic one, which runs before the browser draws. The form of the sign-in
// stands in the document and works with this file alone; the app's code comes behind it.
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import {
  API_BASE,
  API_BASE_FORM,
  IDLE_MINUTES,
  SESSION_HOURS,
  VERSION,
  VERSION_HEADER,
} from '#contract/wire.ts';
import { showColorScheme } from '#web/lib/color-scheme.ts';
import { deviceStorage, tabStorage } from '#web/lib/device-storage.ts';
import { BOT_USERS, SIGN_IN, signInPath } from '#web/paths.ts';
import { lastSignOut, readSession, staysSignedIn } from '#web/session/stored-session.ts';
import { checkTime, limitsFrom } from '#web/session/session-limits.ts';
import type { EarlyRequest } from '#web/start/hand-over.ts';

const DEFAULTS = {
  api_base: API_BASE,
  version_header: VERSION_HEADER,
  version: VERSION,
  idle_minutes: IDLE_MINUTES,
  session_hours: SESSION_HOURS,
};

/** What can be meant as a key and as nothing around it; the app reads everything else. */
const PLAIN_KEY = /^[\w-]{8,}$/;

const one = (selector: string) => document.querySelector<HTMLInputElement>(selector);
const isParsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));

showColorScheme();

const held = readSession(tabStorage);
/** The session that this tab has kept, unless another tab has signed out since. */
const kept = held && held.stamp > lastSignOut(deviceStorage) ? held : undefined;
document.documentElement.dataset['start'] = kept ? 'app' : 'form';

const early: EarlyRequest[] = [];

/** As the client sends it: no cache, and no redirect, which could lead the key elsewhere. */
function send(address: string, headers: Record<string, string>, credentials: RequestCredentials) {
  const stop = new AbortController();
  const how = { headers, credentials, redirect: 'manual', cache: 'no-store' } as const;
  const request = new Request(address, { ...how, signal: stop.signal });
  const response = fetch(request);
  response.catch(() => {}); // told by whoever takes it
  early.push({ request, response, stop });
  return response;
}

type Config = Pick<RuntimeConfig, keyof typeof DEFAULTS>;
let asked: Promise<Config> | undefined;
/** What the operator told this page. The app reads the same response, checks it and says what is wrong with it. */
const configured = () =>
  (asked ??= send('/config.json', {}, 'same-origin')
    .then((response) => response.clone().json())
    .then((told: RuntimeConfig): Config => ({ ...DEFAULTS, ...told })));

/** Asks for the first page of the list as the app will. Resolves when it is on its way, or cannot be. */
async function askForRows(key: string, isAllowed: (config: Config) => boolean) {
  const told = await configured();
  const { api_base, version_header, version } = told;
  // The key must not reach what another reading of the address would make of it.
  if (!API_BASE_FORM.test(api_base) || !isAllowed(told)) return;
  const base = api_base.startsWith('http') ? api_base : location.origin + api_base;
  const headers = { [version_header]: version, authorization: `Bearer ${key}` };
  void send(`${base}/bot_users?limit=100`, headers, 'omit');
}

let press = () => {};
const wanted = kept
  ? askForRows(
      kept.key,
      (config) => ['/', BOT_USERS].includes(location.pathname) && checkTime(kept, limitsFrom(config)).over === undefined,
    ).catch(() => {})
  : new Promise<void>((resolve) => (press = resolve));
globalThis.gatehouse = { early, wanted };

/** In the head without a `rel`: they must not stand in the way of the form. In development the style is in the script. */
const [script, style] = document.querySelectorAll<HTMLLinkElement>('link[data-app]');
const styled = new Promise((resolve, reject) => {
  if (!style) return resolve(undefined);
  style.addEventListener('load', resolve);
  return style.addEventListener('error', reject);
});
styled.catch(() => {}); // told by `runApp`, which may not have begun

function fetchApp() {
  if (!script || script.rel !== '') return;
  script.rel = 'modulepreload';
  if (style) style.rel = 'stylesheet';
}

async function runApp() {
  fetchApp();
  try {
    // From the cache its code would be there before the document is.
    await Promise.all([styled, isParsed]);
    await import(/* @vite-ignore */ script?.href ?? '');
  } catch {
    // It did not arrive, is not what the page was built with, or is not understood by the browser.
    const place = one('[data-start-failed]');
    if (!place) return;
    place.hidden = false;
    place.role = 'alert';
    one('[data-form] [type=submit]')?.removeAttribute('aria-disabled');
  }
}

if (kept) void runApp();
else showForm();

function showForm() {
  const { pathname, search } = location;
  // After signing out on purpose, in another tab, the next person starts at the start.
  if (pathname !== SIGN_IN)
    history.replaceState(history.state, '', signInPath(held ? '/' : pathname + search));

  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onClick);
  void isParsed.then(() => {
    const stay = one('#stay');
    if (stay) stay.checked = staysSignedIn(deviceStorage);
    // After the first paint.
    requestAnimationFrame(() =>
      setTimeout(() => {
        configured().catch(() => {});
        fetchApp();
        if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void runApp());
        else setTimeout(runApp, 50);
      }),
    );
  });
}

/** Of the form in the document; the app's own has taken its place when it stands there. */
function onSubmit(event: SubmitEvent) {
  const submit = one('[data-form] [type=submit]');
  if (!submit) return;
  event.preventDefault();
  if (submit.ariaDisabled === 'true') return;
  submit.ariaDisabled = 'true';
  const key = one('#api-key')?.value.trim() ?? '';
  const rows = PLAIN_KEY.test(key) ? askForRows(key, () => true) : Promise.resolve();
  void rows.catch(() => {}).then(press);
  void runApp();
}

function onClick({ target }: Event) {
  const show = (target as Element).closest('[data-form] [aria-pressed]');
  const field = one('#api-key');
  if (!show || !field) return;
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  show.ariaPressed = String(!isShown);
}
