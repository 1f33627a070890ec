/** No clock of a page runs longer; beyond it numbers are no times any more. */
const LONGEST_MS = 30 * 24 * 60 * 60_000;

const TIME = String.raw`\d{2}:\d{2}:\d{2}`;
/** As HTTP writes dates, in its three forms; `Date.parse` alone would take `-5` or `Wait 60` for one as well. */
const HTTP_DATE = new RegExp(
  [
    String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${TIME} GMT$`,
    String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${TIME} GMT$`,
    String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${TIME} \d{4}$`,
  ].join('|'),
);

/**
 * Reads a `Retry-After` header: whole seconds, or an HTTP date.
 *
 * @returns milliseconds from `now`, from 0 to 30 days; `undefined` when absent or unreadable
 */
export function retryAfterMs(value: string | null, now = Date.now()): number | undefined {
  const text = value?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : untilDate(text, now);
  return asked === undefined ? undefined : Math.min(Math.max(0, asked), LONGEST_MS);
}

function untilDate(text: string, now: number): number | undefined {
  // The form of asctime names no zone; HTTP means UTC.
  const at = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
  return Number.isNaN(at) ? undefined : at - now;
}
