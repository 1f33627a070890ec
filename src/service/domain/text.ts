/** Control characters, including NUL, or lone surrogates: not every storage accepts them, and no page shows them. */
export const holdsControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);
