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

/** @param {string} start of a line of the page */
const says = (start) =>
  [...document.querySelectorAll('main p')].some(({ textContent }) =>
    textContent?.startsWith(start),
  );

/**
 * What an action leads to. Each is looked for in every frame, so it is cheap.
 *
 * @type {Record<string, (...of: any[]) => boolean>}
 */
const conditions = {
  loaded: (/** @type {string} */ count) =>
    says(`All ${count} loaded.`) && one('[aria-busy=true]') === null && firstRow() !== null,

  switched(/** @type {string} */ id, /** @type {boolean} */ on) {
    const control = one('[role=switch]', rowOf(id) ?? document);
    const cell = control?.closest('td');
    const word = cell?.textContent?.trim();
    return control?.matches(':checked') === on && word === (on ? 'Active' : 'Inactive');
  },

  matched(/** @type {string} */ count, /** @type {string} */ wanted) {
    const first = firstRow();
    const texts = [first?.textContent, first?.dataset['id']];
    return texts.some((text) => text?.toLowerCase().includes(wanted)) && says(`${count} of the `);
  },

  unfiltered: () => ![...document.querySelectorAll('main p')].some(isResultLine),

  sorted(/** @type {string} */ before) {
    const id = firstRow()?.dataset['id'];
    return id !== undefined && id !== before;
  },

  opened(/** @type {string} */ label) {
    const heading = one('h1')?.textContent;
    return Boolean(heading) && label.startsWith(heading ?? '') && one('main form') !== null;
  },

  returned: (/** @type {string} */ id) => rowOf(id)?.contains(document.activeElement) === true,
};

/** @param {Element} line */
const isResultLine = ({ textContent }) => /^[\d,]+ of the [\d,]+ loaded/.test(textContent ?? '');

/**
 * @typedef {object} Wanted
 * @property {string} name of a condition
 * @property {unknown[]} [of] what it is asked with
 * @property {number} [giveUpMs]
 */

/**
 * @param {Promise<number>} from ms since the page began
 * @param {Wanted} wanted
 * @returns {Promise<number>} ms from then to the end of the frame that shows it
 */
function timeTo(from, { name, of = [], giveUpMs = 20_000 }) {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error(`not ${name} in ${giveUpMs} ms`)), giveUpMs);
    const look = () => {
      if (!conditions[name]?.(...of)) return requestAnimationFrame(look);
      clearTimeout(giveUp);
      // A message that is sent in a frame arrives when the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      const end = async () => resolve(performance.now() - (await from));
      port1.addEventListener('message', () => void end(), { once: true });
      port1.start();
      port2.postMessage(undefined);
    };
    void from.then(() => requestAnimationFrame(look));
  });
}

/** @type {Promise<number>} */
let awaited = Promise.resolve(0);

const probe = {
  /**
   * From the next event of this kind on, waits for what it leads to; `taken` has the time.
   *
   * @param {{ event: string } & Wanted} wanted
   */
  arm({ event, ...wanted }) {
    /** @type {Promise<number>} */
    const start = new Promise((resolve) => {
      const options = { capture: true, once: true };
      addEventListener(event, ({ timeStamp }) => resolve(timeStamp), options);
    });
    awaited = timeTo(start, wanted);
    // Who asks for it is told.
    awaited.catch(() => {});
  },

  taken: () => awaited,

  /** @param {Wanted} wanted */
  goBack(wanted) {
    const from = performance.now();
    history.back();
    return timeTo(Promise.resolve(from), wanted);
  },

  /** @param {number} ms @returns {Promise<{ longest: number, slow: number }>} of its frames, those over 50 ms */
  watchFrames(ms) {
    return new Promise((resolve) => {
      let longest = 0;
      let slow = 0;
      /** @type {number | undefined} */
      let last;
      const until = performance.now() + ms;
      const look = (/** @type {number} */ at) => {
        const took = last === undefined ? 0 : at - last;
        last = at;
        longest = Math.max(longest, took);
        if (took > 50) slow += 1;
        if (at < until) requestAnimationFrame(look);
        else resolve({ longest, slow });
      };
      requestAnimationFrame(look);
    });
  },

  countElements: () => document.querySelectorAll('*').length,

  firstId: () => firstRow()?.dataset['id'],

  /** A row in the middle of what is seen, with a plain name, once nothing moves any more. */
  async rowInView() {
    const row = await stillRow();
    const link = one('th a', row);
    const control = /** @type {HTMLInputElement | null} */ (one('[role=switch]', row));
    if (!link || !control) throw new Error('The row in the middle has no link or no switch');
    return {
      id: row.dataset['id'] ?? '',
      label: link.textContent ?? '',
      on: control.checked,
      link: middleOf(link),
      control: middleOf(control.labels?.[0] ?? control),
    };
  },
};

/** Of frames without movement. */
const STILL = 5;

async function stillRow() {
  /** @type {HTMLElement | undefined} */
  let row;
  let y = 0;
  for (let frames = 0; frames < STILL; frames += 1) {
    await new Promise(requestAnimationFrame);
    const now = row?.isConnected ? row.getBoundingClientRect().y : undefined;
    if (row && now === y) continue;
    row = rowInTheMiddle();
    y = row.getBoundingClientRect().y;
    frames = 0;
  }
  return row ?? rowInTheMiddle();
}

function rowInTheMiddle() {
  const distance = (/** @type {Element} */ row) =>
    Math.abs(row.getBoundingClientRect().y - innerHeight / 2);
  const [row] = [...document.querySelectorAll('tr[data-id]')]
    .filter((each) => /^[a-z\d-]+$/.test(one('th a', each)?.textContent ?? ''))
    .toSorted((a, b) => distance(a) - distance(b));
  if (!(row instanceof HTMLElement)) throw new Error('There is no row in the middle');
  return row;
}

/** @param {Element} element */
function middleOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** @typedef {typeof probe} Probe */

Object.assign(globalThis, { probe });
