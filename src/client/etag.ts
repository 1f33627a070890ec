import { ENTITY_TAG } from '#contract/endpoint.ts';

/** A weak tag (`W/"x"`) names states that are alike, not one: by RFC 9110 it never meets an If-Match. */
export const isStrongTag = (tag: string) => /^"[\x21\x23-\x7e]*"$/.test(tag);

/** Gives a result its tag; a result of another kind has no place for one. */
export const withTag = (result: unknown, tag: string) =>
  typeof result === 'object' && result !== null
    ? Object.assign(result, { [ENTITY_TAG]: tag })
    : result;

/**
 * The tag of a result as the service gave it; `undefined` where it gave none that can be used.
 *
 * To be taken before a result goes to a query cache, which copies results by the names of their fields.
 */
export const entityTagOf = (result: { readonly [ENTITY_TAG]?: string } | null) =>
  result?.[ENTITY_TAG];
