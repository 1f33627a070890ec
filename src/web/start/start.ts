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
import { followColorScheme } from '#web/lib/color-scheme.ts';
import { deviceStorage, tabStorage } from '#web/lib/device-storage.ts';
import { paths, signInPath } from '#web/paths.ts';
import { createSessionStorage } from '#web/session/held-session.ts';
import { checkTime, limitsFrom } from '#web/session/session-limits.ts';
import { createEarlyRequests } from '#web/start/early-requests.ts';
import { formTexts, serviceName } from '#web/start/form-texts.ts';

/** What can be meant as a key and as nothing around it; the app reads everything else. */
const PLAIN_KEY = /^[\w-]{8,}$/;

const { dataset } = document.documentElement;
const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);
const isParsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));

followColorScheme();

const storage = createSessionStorage(tabStorage, deviceStorage);
const held = storage.read();
/** The session that this tab has kept, unless another tab has signed out since. */
const kept = held && held.stamp > storage.lastSignOut() ? held : undefined;
dataset['start'] = kept ? 'app' : 'form';

const { send, take, drop } = createEarlyRequests();

type Config = Awaited<typeof configured>;
/** What the operator told this page. The app reads the same response, checks it and says what is wrong with it. */
const configured = send('/config.json', {}, 'same-origin')
  .then((response) => response.clone().json())
  .then((told: RuntimeConfig) => ({
    ...{ api_base: API_BASE, version_header: VERSION_HEADER, version: VERSION },
    ...{ idle_minutes: IDLE_MINUTES, session_hours: SESSION_HOURS },
    ...told,
  }));

/** Asks for the first page of the list as the app will. Resolves when it is on its way, or cannot be. */
async function askForRows(key: string, isAllowed: (config: Config) => boolean = () => true) {
  const config = await configured;
  const { api_base, version_header, version } = config;
  // The key must not reach what another reading of the address would make of it.
  if (!API_BASE_FORM.test(api_base) || !isAllowed(config)) return;
  const base = api_base.startsWith('http') ? api_base : location.origin + api_base;
  const headers = { [version_header]: version, authorization: `Bearer ${key}` };
  void send(`${base}/bot_users?limit=100`, headers, 'omit');
}

let press = () => {};
const pressed = new Promise<void>((resolve) => (press = resolve));
const isList = ['/', paths.botUsers].includes(location.pathname);
const isWithinLimits = (config: Config) => !kept || !checkTime(kept, limitsFrom(config)).over;
const wanted = kept
  ? askForRows(kept.key, (config) => isList && isWithinLimits(config)).catch(() => {})
  : pressed;
globalThis.gatehouse = { take, drop, wanted };

/** In the head without a `rel`: they must not stand in the way of the form. In development the style is in the script. */
const appFile = (name: string) => one<HTMLLinkElement>(`link[data-app=${name}]`);

let fetching: Promise<unknown> | undefined;
function fetchApp() {
  const [script, style] = [appFile('script'), appFile('style')];
  if (script) script.rel = 'modulepreload';
  if (!style) return Promise.resolve();
  style.rel = 'stylesheet';
  return new Promise((resolve, reject) => {
    style.addEventListener('load', resolve);
    style.addEventListener('error', reject);
  });
}

let app: Promise<unknown> | undefined;
/** Runs the app, once. From the cache its code would be there before the document is. */
async function runApp() {
  try {
    fetching ??= fetchApp();
    await Promise.all([fetching, isParsed]);
    await (app ??= import(/* @vite-ignore */ appFile('script')?.href ?? ''));
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
  if (pathname !== paths.signIn)
    history.replaceState(history.state, '', signInPath(pathname + search));

  void isParsed.then(() => {
    const stay = one<HTMLInputElement>('#stay');
    if (stay) stay.checked = storage.staysSignedIn();
    // After the first paint.
    requestAnimationFrame(() =>
      setTimeout(() => {
        fetching ??= fetchApp();
        fetching.catch(() => {}); // said by `runApp`
        whenIdle(() => void runApp());
      }),
    );
  });
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onClick);
  void Promise.all([configured, isParsed])
    .then(([config]) => fillIn(config))
    .catch(() => {});
}

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}

function fillIn(config: Config) {
  for (const [name, text] of Object.entries(formTexts(config))) {
    const place = one(`[data-form] [data-config=${name}]`);
    if (place) place.textContent = text;
  }
  const service = one<HTMLInputElement>('[data-form] #service');
  if (service) service.value = serviceName(config);
  const form = one('[data-form]');
  if (config.demonstration) form?.setAttribute('data-demonstration', '');
  const { instance } = config;
  const tag = form?.querySelector('[data-colour]');
  if (!instance || !tag?.lastElementChild) return;
  tag.setAttribute('data-colour', instance.colour);
  tag.lastElementChild.textContent = instance.name;
  document.title += ` · ${instance.name}`;
}

/** Of the form in the document; the app's own has taken its place when it stands there. */
function onSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  if (!form.closest('[data-form]')) return;
  event.preventDefault();
  const submit = form.querySelector('[type=submit]');
  if (submit?.ariaDisabled === 'true') return;
  submit?.setAttribute('aria-disabled', 'true');
  const key = one<HTMLInputElement>('#api-key')?.value.trim() ?? '';
  const asked = PLAIN_KEY.test(key) ? askForRows(key) : Promise.resolve();
  void asked.catch(() => {}).then(press);
  void runApp();
}

function onClick({ target }: Event) {
  const show = (target as Element).closest('[data-form] [aria-pressed]');
  const field = one<HTMLInputElement>('#api-key');
  if (!show || !field) return;
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  show.setAttribute('aria-pressed', String(!isShown));
}
