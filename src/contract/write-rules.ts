import * as z from 'zod/mini';

/**
 * What the operator allows to be changed from here. Public, as all of the page's configuration: which things are
 * protected is told with a key only, see `Protection` of the inventory.
 */
export const WriteRules = z.object({
  /** The page deletes nothing. */
  no_delete: z._default(z.boolean(), false),
  /** `null`: as many as a plan has. */
  changes_per_job: z._default(z.nullable(z.int().check(z.positive())), null),
});

/** Whether one of the texts is as a whole what one of the patterns says; `*` stands for any characters or none. */
export const matchesAny = (patterns: readonly string[], ...texts: string[]): boolean =>
  patterns.some((pattern) => texts.some((text) => matches(pattern, text)));

/** Without a regular expression, which can take very long for a name that somebody has made up for it. */
function matches(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return text === pattern;
  if (!text.startsWith(start)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}
