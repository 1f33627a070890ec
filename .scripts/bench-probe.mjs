/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Runs in the page that is measured, as a plain script without imports: the measuring program speaks to `probe`.

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 */
const one = (selector, within = document) =>
  /** @type {HTMLElement | null} */ (within.querySelector(selector));

/** @param {string} id */
const rowOf = (id) => one(`[data-id="${CSS.escape(id)}"]`);

const firstRow = () => one('tr[aria-rowindex="2"]');

/** @param {RegExp} pattern of a line of the page */
const says = (pattern) =>
  [...document.querySelectorAll('main p')].some((line) => pattern.test(line.textContent ?? ''));

/** @param {string} name of a field, by its label @returns {HTMLInputElement | HTMLTextAreaElement | undefined} */
const field = (name) =>
  [...document.querySelectorAll('input'), ...document.querySelectorAll('textarea')].find(
    ({ ariaLabel, labels }) =>
      ariaLabel === name || [...(labels ?? [])].some(({ textContent }) => textContent === name),
  );

/** @param {string} name */
const button = (name) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** So many fill the screen. */
const FIRST_ROWS = 20;

/**
 * What an action leads to. Each is looked for in every frame, so it is cheap.
 *
 * @type {Record<string, (...of: any[]) => boolean | undefined>}
 */
const conditions = {
  /** Scripts that the document itself runs have run by then; in a frame its stylesheets are there. */
  usable: () =>
    document.readyState !== 'loading' &&
    field('API key')?.matches(':enabled:read-write') &&
    button('Sign in')?.matches(':enabled'),

  drawn: () => document.querySelectorAll('table tr a[href^="/bot-users/"]').length >= FIRST_ROWS,

  loaded: (/** @type {string} */ count) =>
    says(RegExp(`^All ${count} loaded\\.`)) &&
    !one('[aria-busy=true]') &&
    one('tr[data-id]') !== null,

  switched(/** @type {string} */ id, /** @type {boolean} */ on) {
    const control = one('[role=switch]', rowOf(id) ?? document);
    const word = control?.closest('td')?.textContent?.trim();
    return control?.matches(':checked') === on && word === (on ? 'Active' : 'Inactive');
  },

  matched(/** @type {string} */ count, /** @type {string} */ wanted) {
    const row = firstRow();
    const text = `${row?.textContent}\n${row?.dataset['id']}`.toLowerCase();
    return text.includes(wanted) && says(RegExp(`^${count} of the `));
  },

  unfiltered: () => !says(/^[\d,]+ of the [\d,]+ loaded/),

  sorted: (/** @type {string} */ before) =>
    ![undefined, before].includes(firstRow()?.dataset['id']),

  opened: (/** @type {string} */ name) =>
    one('h1')?.textContent === name && one('main form') !== null,

  returned: (/** @type {string} */ id) => rowOf(id)?.contains(document.activeElement),

  typed: (/** @type {string} */ name, /** @type {string} */ text) => field(name)?.value === text,

  shows: (/** @type {string} */ selector, text = '') =>
    [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(text)),
};

/** Of the condition that is waited for; loading may take minutes, and nothing else does. */
const GIVE_UP_MS = { loaded: 120_000, other: 30_000 };

/**
 * @param {Promise<number>} from ms since the page began
 * @param {string} name of a condition
 * @param {unknown[]} of
 * @returns {Promise<number>} ms from then to the end of the frame that shows it
 */
function timeTo(from, name, of) {
  return new Promise((resolve, reject) => {
    const giveUpMs = name === 'loaded' ? GIVE_UP_MS.loaded : GIVE_UP_MS.other;
    const giveUp = setTimeout(() => reject(new Error(`not ${name} in ${giveUpMs} ms`)), giveUpMs);
    const check = () => {
      if (!conditions[name]?.(...of)) return requestAnimationFrame(check);
      clearTimeout(giveUp);
      // A message that is sent in a frame arrives when the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      const end = async () => resolve(performance.now() - (await from));
      port1.addEventListener('message', () => void end(), { once: true });
      port1.start();
      port2.postMessage(undefined);
    };
    void from.then(() => requestAnimationFrame(check));
  });
}

/** @type {Promise<number>} */
let awaited = Promise.resolve(0);

/** @type {PerformanceEntry[]} */
const longTasks = [];
let shift = 0;

const probe = {
  /**
   * From the beginning of the page: waits for what it leads to; `taken` has the time, `blocked` and `shifted` the rest.
   *
   * @param {string} name
   */
  start(name) {
    awaited = timeTo(Promise.resolve(0), name, []);
    // Reported by `taken`.
    awaited.catch(() => {});
    new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  },

  /** @param {number} until @returns {number} ms of all tasks before it, each without its first 50 */
  blocked: (until) =>
    longTasks
      .map(({ startTime, duration }) => Math.min(startTime + duration, until) - startTime)
      .reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),

  shifted: () => shift,

  /** Puts the cursor there. @returns where the button is */
  enterForm() {
    field('API key')?.focus();
    const place = button('Sign in')?.getBoundingClientRect();
    if (!place) throw new Error('There is no button to sign in');
    return { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  },

  /**
   * From the next event of this kind on, waits for what it leads to; `taken` has the time.
   *
   * @param {string} event
   * @param {string} name
   * @param {unknown[]} of
   */
  arm(event, name, ...of) {
    /** @type {Promise<number>} */
    const start = new Promise((resolve) => {
      const options = { capture: true, once: true };
      addEventListener(event, ({ timeStamp }) => resolve(timeStamp), options);
    });
    awaited = timeTo(start, name, of);
    // Reported by `taken`.
    awaited.catch(() => {});
  },

  taken: () => awaited,

  /** @param {string} id of the row that it leads back to */
  goBack(id) {
    const from = performance.now();
    history.back();
    return timeTo(Promise.resolve(from), 'returned', [id]);
  },

  /**
   * Presses `Load more` whenever a page has come.
   *
   * @param {number} count of rows at the end
   * @returns {Promise<number>} ms
   */
  loadMore(count) {
    const from = performance.now();
    return new Promise((resolve) => {
      let seen = 0;
      const look = () => {
        const more = button('Load more');
        const line = [...document.querySelectorAll('main p')].find(({ textContent }) =>
          /^(All )?[\d,]+ loaded/.test(textContent ?? ''),
        );
        const loaded = Number(line?.textContent?.replaceAll(/\D/g, ''));
        if (loaded >= count || !more) return resolve(performance.now() - from);
        if (loaded > seen && !more.disabled && !more.matches('[aria-disabled=true]')) {
          seen = loaded;
          // With a count, so that it is not taken for a press of the keyboard, which moves the focus.
          more.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        }
        return setTimeout(look, 1);
      };
      look();
    });
  },

  /**
   * @param {number} ms
   * @returns {Promise<{ longest: number, dropped: number }>} of its frames: the longest, and the percentage that was
   *   missing at 60 a second
   */
  watchFrames(ms) {
    return new Promise((resolve) => {
      let longest = 0;
      let dropped = 0;
      let last = Infinity;
      const until = performance.now() + ms;
      const check = (/** @type {number} */ at) => {
        const took = Math.max(0, at - last);
        last = at;
        longest = Math.max(longest, took);
        dropped += Math.max(0, Math.round((took * 60) / 1000) - 1);
        if (at < until) requestAnimationFrame(check);
        else resolve({ longest, dropped: (100 * dropped) / ((ms * 60) / 1000) });
      };
      requestAnimationFrame(check);
    });
  },

  countElements: () => document.querySelectorAll('body *').length,

  firstId: () => firstRow()?.dataset['id'],

  rowInTheMiddle() {
    const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[data-id]');
    if (!(row instanceof HTMLElement)) throw new Error('There is no row in the middle');
    const name = one('th a', row)?.textContent ?? '';
    return { id: row.dataset['id'] ?? '', name, on: one('[role=switch]:checked', row) !== null };
  },
};

/** @typedef {typeof probe} Probe */

Object.assign(globalThis, { probe });
