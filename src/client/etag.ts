import { ENTITY_TAG } from '#contract/endpoint.ts';

/** A weak tag (`W/"x"`) names states that are alike, not one: by RFC 9110 it never meets an If-Match. */
export const isStrongTag = (tag: string) => /^"[\x21\x23-\x7e]*"$/.test(tag);

/**
 * The tag of a response, fit for If-Match.
 *
 * A compressed response has none: proxies that compress append to the tag (`"x-gzip"`), and the service behind them
 * refuses the result in an If-Match (jetty/jetty.project#1416).
 */
export function strongTagIn(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  const isCompressed = headers.has('content-encoding');
  return tag !== null && isStrongTag(tag) && !isCompressed ? tag : undefined;
}

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
