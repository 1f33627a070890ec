/** Values of `uri` and `next_page_uri`. Quotes inside a string are escaped, so no other text can look like one. */
const ADDRESS = /("(?:next_page_)?uri"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

/**
 * Captures the part below the upstream's own base; `ip_policies` occur in modules only. Without the flag `s` a line break
 * in an address takes time that grows with the square of its length.
 */
const BELOW_BASE =
  /^(?:https?:(?:\/\/)?[^/?#]*)?(?:\/.*?)?(\/(?:bot_users|edges|ip_policies)(?:[/?].*)?)$/s;

/**
 * Replaces the upstream's base in the addresses of a body, and nothing else: a client that follows them comes back
 * here, and sends its key nowhere else.
 *
 * @param base public address of the API here
 */
export const rewriteAddresses = (json: string, base: string): string =>
  json.replaceAll(ADDRESS, (whole, name: string, value: string) => {
    const path = BELOW_BASE.exec(value.replaceAll(String.raw`\/`, '/'))?.[1];
    return path === undefined ? whole : `${name}${base}${path}"`;
  });
