/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// What `npm run bench -- --start` divides by: sign-in form and first page of the list, written by hand without a
// package. It runs in the head, before anything is drawn, and has asked for the rows by then when a key is kept.
{
  const KEPT = 'bench.key';
  const config = fetch('/config.json').then((response) => response.json());

  /** @typedef {{ id: string, name: string, active: boolean, created_at: string }} Bot */

  /** @param {string} key @param {string} path @param {RequestInit} [init] */
  async function api(key, path, init) {
    const { version_header, version } = await config;
    const headers = {
      Authorization: `Bearer ${key}`,
      [version_header]: version,
      ...(init && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`/api${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`The service has answered ${response.status}.`);
    return response.json();
  }

  const firstPage = (/** @type {string} */ key) => api(key, '/bot_users?limit=100');

  /** @param {string} tag @param {Record<string, unknown>} properties @param {(Node | string)[]} children */
  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  /** @param {string} key @param {Bot} bot */
  function row(key, { id, name, active, created_at }) {
    const word = document.createTextNode(active ? 'Active' : 'Inactive');
    const control = element('input', {
      type: 'checkbox',
      role: 'switch',
      checked: active,
      ariaLabel: `Active: ${name}`,
      async onchange({ target }) {
        word.data = target.checked ? 'Active' : 'Inactive';
        const body = JSON.stringify({ active: target.checked });
        await api(key, `/bot_users/${encodeURIComponent(id)}`, { method: 'PATCH', body });
      },
    });
    return element(
      'tr',
      {},
      element('td', {}, element('input', { type: 'checkbox', ariaLabel: `Select ${name}` })),
      element(
        'th',
        { scope: 'row' },
        element('a', { href: `/bot-users/${encodeURIComponent(id)}` }, name),
      ),
      element('td', { title: id }, id.slice(0, 16)),
      element('td', {}, control, word),
      element('td', {}, element('time', { dateTime: created_at }, created_at.slice(0, 10))),
    );
  }

  const one = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (document.querySelector(selector));

  /** @param {string} key @param {{ bot_users: Bot[], next_page_uri: string | null }} page */
  function show(key, { bot_users, next_page_uri }) {
    document.documentElement.classList.add('signed-in');
    one('main p').textContent =
      `${bot_users.length} loaded${next_page_uri ? ', more to come' : ''}`;
    one('tbody').replaceChildren(...bot_users.map((bot) => row(key, bot)));
    one('main').hidden = false;
  }

  async function signIn() {
    const field = /** @type {HTMLInputElement} */ (one('#key'));
    const key = field.value.trim();
    try {
      const page = await firstPage(key);
      sessionStorage.setItem(KEPT, key);
      field.value = '';
      show(key, page);
    } catch (error) {
      one('[role=alert]').textContent = String(error);
    }
  }

  const kept = sessionStorage.getItem(KEPT);
  const asked = kept === null ? undefined : firstPage(kept);
  document.documentElement.classList.toggle('signed-in', kept !== null);

  addEventListener('DOMContentLoaded', () => {
    one('form').addEventListener('submit', (event) => {
      event.preventDefault();
      void signIn();
    });
    asked?.then(
      (page) => show(kept ?? '', page),
      () => document.documentElement.classList.remove('signed-in'),
    );
  });
}
