/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// What `npm run bench` divides by: sign-in, list, filter, switch and a page of a bot user, by hand and without a
// package. It runs in the head, before anything is drawn, and has asked for the rows by then when a key is kept.
{
  /** @typedef {{ id: string, name: string, active: boolean, created_at: string }} Bot */

  const ROW = 44;
  const AROUND = 8;
  let key = sessionStorage.getItem('bench.key') ?? '';
  /** @type {Bot[]} */
  let bots = [];
  /** @type {Bot[]} */
  let shown = bots;
  let filter = '';
  /** @type {string | null} */
  let next = '/api/bot_users?limit=100';
  let scrolled = 0;

  /** @param {string} path @param {RequestInit} [init] */
  async function api(path, init) {
    const headers = { Authorization: `Bearer ${key}`, 'Service-Version': '2' };
    const type = init && { 'Content-Type': 'application/json' };
    const response = await fetch(path, { ...init, headers: { ...headers, ...type } });
    if (!response.ok) throw new Error(`The service has answered ${response.status}.`);
    return response.json();
  }

  const one = (/** @type {string} */ selector) =>
    /** @type {HTMLInputElement} */ (document.querySelector(selector));

  /** @param {string} tag @param {Record<string, unknown>} properties @param {(Node | string)[]} children */
  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  /** @param {Bot} bot */
  function row(bot) {
    const { id, name, active, created_at } = bot;
    const word = document.createTextNode(active ? 'Active' : 'Inactive');
    const control = element('input', { type: 'checkbox', role: 'switch', checked: active });
    control.ariaLabel = `Active: ${name}`;
    control.addEventListener('change', () => {
      bot.active = !bot.active;
      word.data = bot.active ? 'Active' : 'Inactive';
      void api(`/api/bot_users/${id}`, {
        method: 'PATCH',
        body: JSON.stringify({ active: bot.active }),
      });
    });
    const link = element('a', { href: `/bot-users/${id}` }, name);
    const made = element(
      'tr',
      {},
      element('th', { scope: 'row' }, link),
      element('td', {}, id.slice(0, 16)),
      element('td', {}, control, word),
      element('td', {}, created_at.slice(0, 10)),
    );
    made.dataset['id'] = id;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      scrolled = scrollY;
      history.pushState(id, '', `/bot-users/${id}`);
      open(id);
    });
    return made;
  }

  /** The rows in sight and a few around them, between two rows as high as all others. */
  function draw() {
    const first = Math.max(0, Math.floor((scrollY - one('tbody').offsetTop) / ROW) - AROUND);
    const count = Math.ceil(innerHeight / ROW) + 2 * AROUND;
    const space = (/** @type {number} */ rows) => {
      const made = element('tr', {});
      made.style.height = `${Math.max(0, rows) * ROW}px`;
      return made;
    };
    one('tbody').replaceChildren(
      space(first),
      ...shown.slice(first, first + count).map(row),
      space(shown.length - first - count),
    );
  }

  function show() {
    document.documentElement.classList.add('signed-in');
    shown = filter
      ? bots.filter(({ name, id }) => `${name}\n${id}`.toLowerCase().includes(filter))
      : bots;
    const loaded = bots.length.toLocaleString('en');
    one('main p').textContent = filter
      ? `${shown.length.toLocaleString('en')} of the ${loaded} loaded`
      : `${next === null ? 'All ' : ''}${loaded} loaded.`;
    draw();
  }

  /** @param {string | null} id of the bot user whose page is shown in place of the list */
  function open(id) {
    const bot = bots.find((each) => each.id === id);
    one('#list').hidden = bot !== undefined;
    one('#detail').hidden = bot === undefined;
    one('#detail h1').textContent = bot?.name ?? '';
    one('#detail input').value = bot?.name ?? '';
  }

  async function loadPage() {
    const page = await api(next ?? '');
    bots.push(...page.bot_users);
    next = page.next_page_uri && page.next_page_uri.replace(/^.*?(?=\/api\/)/, '');
  }

  async function loadAll() {
    while (next !== null) await loadPage();
    show();
  }

  const asked = key === '' ? undefined : loadPage();
  document.documentElement.classList.toggle('signed-in', key !== '');

  addEventListener('DOMContentLoaded', () => {
    void asked?.then(show);
    one('#sign-in').addEventListener('submit', (event) => {
      event.preventDefault();
      key = one('#key').value;
      void loadPage().then(show);
    });
    one('main button').addEventListener('click', () => void loadAll());
    one('[type=search]').addEventListener('input', () => {
      filter = one('[type=search]').value.toLowerCase();
      scrollTo(0, 0);
      show();
    });
    addEventListener('scroll', draw);
    addEventListener('popstate', ({ state }) => {
      const left = one('#detail h1').textContent;
      open(state);
      scrollTo(0, scrolled);
      draw();
      const back = shown.find(({ name }) => name === left);
      one(`[data-id="${back?.id}"] a`).focus();
    });
  });
}
