/**
 * Reads a `Retry-After` header: whole seconds, or an HTTP date.
 *
 * @returns milliseconds from `now`, never negative; `undefined` when absent or unreadable
 */
export function retryAfterMs(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
