/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Runs in the measured page before its own scripts, without anything that is outside of it. */
export function probe() {
  /** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
  const one = (selector, within = document) => within.querySelector(selector);
  const rowOf = (/** @type {string} */ id) => one(`[data-id="${CSS.escape(id)}"]`);
  const says = (/** @type {RegExp} */ pattern) =>
    [...document.querySelectorAll('main p')].some((line) => pattern.test(line.textContent ?? ''));
  /** The line that tells how many match changes with each key that leaves other rows. */
  const matching = () =>
    [...document.querySelectorAll('main p')].find((line) =>
      / of the [\d,]+ loaded/.test(line.textContent ?? ''),
    )?.textContent;

  let typed = '';
  /** What an action leads to, looked for in every frame. @type {Record<string, (...of: any[]) => unknown>} */
  const conditions = {
    usable: () =>
      document.readyState !== 'loading' &&
      [...document.querySelectorAll('input')].some(
        ({ labels, disabled }) => labels?.[0]?.textContent === 'API key' && !disabled,
      ),
    rows: () => document.querySelectorAll('table tr a[href^="/bot-users/"]').length >= 18,
    loaded: (count) => says(RegExp(`^All ${count} loaded\\.`)) && one('tr[data-id]'),
    filtered(key) {
      const text = `${one('tr[data-id]')?.textContent}`.toLowerCase();
      const isShown = text.includes(typed + key) && matching() !== undefined;
      if (isShown) typed += key;
      return isShown;
    },
    unfiltered() {
      typed = '';
      return matching() === undefined;
    },
    switched(id, on) {
      const control = one('[role=switch]', rowOf(id) ?? document);
      const word = control?.closest('td')?.textContent?.trim();
      return control?.matches(':checked') === on && word === (on ? 'Active' : 'Inactive');
    },
    opened: (name) =>
      [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === name) &&
      one('main form'),
    returned: (id) => rowOf(id)?.contains(document.activeElement),
  };

  /** @param {Promise<number>} from ms since the page began @param {string} name @param {unknown[]} of */
  const timeTo = async (from, name, ...of) => {
    const begin = await from;
    for (const frame = () => new Promise((resolve) => requestAnimationFrame(resolve)); ;) {
      const isShown = conditions[name]?.(...of);
      await frame();
      if (isShown) break; // by now it has been painted
      if (performance.now() - begin > 180_000) throw new Error(`Never ${name}`);
    }
    return performance.now() - begin;
  };

  const bench = {
    usable: timeTo(Promise.resolve(0), 'usable'),
    rows: timeTo(Promise.resolve(0), 'rows'),
    taken: Promise.resolve(0),

    /** @param {string} event @param {string} name @param {unknown[]} of */
    arm(event, name, ...of) {
      /** @type {Promise<number>} */
      const begun = new Promise((resolve) => {
        const options = { capture: true, once: true };
        addEventListener(event, () => resolve(performance.now()), options);
      });
      bench.taken = timeTo(begun, name, ...of);
    },

    /** Requests, and bytes of bodies as they are sent without those of the API. @param {number} until ms */
    wire(until) {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ]
        .filter(({ startTime }) => startTime <= until)
        .map((entry) => /** @type {PerformanceResourceTiming} */ (entry));
      const files = entries.filter(({ name }) => !name.includes('/api/'));
      return {
        requests: entries.length,
        bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    },

    /** @param {number} ms @returns {Promise<number>} the share of frames at 60 a second that was missing, in % */
    async droppedFrames(ms) {
      let [dropped, last] = [0, performance.now()];
      const until = last + ms;
      while (last < until) {
        const at = await new Promise((resolve) => requestAnimationFrame(resolve));
        dropped += Math.max(0, Math.round(((at - last) * 60) / 1000) - 1);
        last = at;
      }
      return (100 * dropped) / ((ms * 60) / 1000);
    },

    rowInTheMiddle() {
      const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      const row = at?.closest('tr[data-id]');
      if (!(row instanceof HTMLElement)) throw new Error('There is no row in the middle');
      const on = one('[role=switch]:checked', row) !== null;
      return { id: row.dataset['id'] ?? '', name: one('th a', row)?.textContent ?? '', on };
    },
  };
  Object.assign(globalThis, { bench });
}
