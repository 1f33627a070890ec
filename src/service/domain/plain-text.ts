/** Control characters, NUL among them, or halves of a character: not every storage takes them, and no page shows them. */
export const holdsControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);
