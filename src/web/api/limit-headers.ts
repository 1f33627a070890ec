/**
 * Reads `RateLimit-Limit` and its kin, with `X-` or without, and the newer `RateLimit` with `RateLimit-Policy`: requests
 * a minute, and how many of them are left.
 */
export function limitIn(headers: Record<string, string>) {
  const own = Object.entries(headers).filter(([name]) => /^(x-)?ratelimit/.test(name));
  const text = own.map((header) => header.join('=')).join(' ');
  const read = (names: string, missing: number) =>
    Number(new RegExp(`\\b(?:${names})=(\\d+)`).exec(text)?.[1] ?? missing);
  const limit = read('limit|q', 0);
  // More is none for a browser; a window that is not a minute is left to `Retry-After`.
  const isLimit = limit > 0 && limit <= 100_000 && read('w', 60) === 60 && read('reset|t', 0) <= 60;
  return isLimit ? { limit, remaining: read('remaining|r', limit) } : undefined;
}
