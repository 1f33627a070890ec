/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// What `npm run bench` divides by: list, filter and switch, by hand and without a package. It runs in the head, before
// anything is drawn, and has asked for the rows by then.
{
  /** @typedef {{ id: string, name: string, active: boolean, created_at: string }} Bot */

  const ROW = 44;
  const AROUND = 8;
  /** @type {Bot[]} */
  const bots = [];
  let shown = bots;
  let filter = '';
  /** @type {string | null} */
  let next = '/api/bot_users?limit=100';

  /** @param {string} path @param {RequestInit} [init] */
  async function api(path, init) {
    const key = sessionStorage.getItem('bench.key');
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
      const body = JSON.stringify({ active: bot.active });
      void api(`/api/bot_users/${id}`, { method: 'PATCH', body });
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
    const holds = (/** @type {Bot} */ { name, id }) =>
      `${name}\n${id}`.toLowerCase().includes(filter);
    shown = filter ? bots.filter(holds) : bots;
    const loaded = bots.length.toLocaleString('en');
    one('main p').textContent = filter
      ? `${shown.length.toLocaleString('en')} of the ${loaded} loaded`
      : `${next === null ? 'All ' : ''}${loaded} loaded.`;
    draw();
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

  const asked = loadPage();

  addEventListener('DOMContentLoaded', () => {
    void asked.then(show);
    one('main button').addEventListener('click', () => void loadAll());
    one('[type=search]').addEventListener('input', () => {
      filter = one('[type=search]').value.toLowerCase();
      scrollTo(0, 0);
      show();
    });
    addEventListener('scroll', draw);
  });
}
