import * as z from 'zod/mini';

/** Rows of one page: the most that can be asked for, and what comes when nothing is asked for. */
export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 100;

/** Query of the first page of a list, as large as it can be. */
export const FIRST_PAGE = `limit=${PAGE_LIMIT_MAX}`;

const LIMIT_TEXT = `limit must be a whole number from 1 to ${PAGE_LIMIT_MAX}`;

/** Query of a list; the wire carries text. */
export const PageQuery = z.strictObject({
  limit: z.exactOptional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, LIMIT_TEXT)),
      z.pipe(
        z.transform(Number),
        z.int().check(z.minimum(1, LIMIT_TEXT), z.maximum(PAGE_LIMIT_MAX, LIMIT_TEXT)),
      ),
    ),
  ),
  before_id: z.exactOptional(z.string().check(z.minLength(1, 'before_id must not be empty'))),
});
export type PageQuery = z.output<typeof PageQuery>;

/**
 * Takes the query out of a `next_page_uri`, as the service wrote it.
 *
 * Never the origin or the path: following the URI as given would send the API key to whatever host an
 * answer names.
 *
 * @param uri absolute, relative or with a foreign host; `null` or absent after the last page
 * @returns the text after the `?`; `''` when the URI has none; `undefined` after the last page
 */
export function nextPageQuery(uri: string | null | undefined): string | undefined {
  return uri ? (/\?([^#]*)/.exec(uri)?.[1] ?? '') : undefined;
}
