/** Control characters, including NUL, or lone surrogates: not every storage accepts them, and no page shows them. */
export const holdsControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);

/** What a client has sent, cut and without lone surrogates, which not every JSON parser accepts. */
export const shown = (text: string) => text.slice(0, 60).replaceAll(/\p{Cs}/gu, '\ufffd');

/** @returns `undefined`: the text is no JSON */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** RFC 3339 in UTC with whole seconds: `2026-01-02T03:04:05Z`. */
export const toTimestamp = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
