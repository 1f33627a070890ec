/** RFC 3339 in UTC with whole seconds: `2026-01-02T03:04:05Z`. */
export function toTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
