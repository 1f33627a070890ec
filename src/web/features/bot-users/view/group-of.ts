const SEPARATOR = /[-_./:\s]/;

/**
 * The name group: a name up to its last separator. `ci-deployer-eu-1` → `ci-deployer-eu`, `web - 1` → `web`,
 * `scraper` → the empty one. It is spelled as the name is, so case matters: names that differ in nothing else are
 * found as possible duplicates, not hidden in one group.
 */
export function groupOf(name: string): string {
  let end = name.length;
  while (end > 0 && !SEPARATOR.test(name.charAt(end - 1))) end--;
  while (end > 0 && SEPARATOR.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}
