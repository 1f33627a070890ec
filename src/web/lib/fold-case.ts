import { isPlain } from '#web/lib/untrusted-text.ts';

/**
 * For comparing typed text with a name: the same for small and capital letters, and for an accent that is part of its
 * letter or follows it. A part of a text folds to a part of the folded text.
 */
export const foldCase = (text: string): string =>
  isPlain(text) ? text.toLowerCase() : text.toLowerCase().normalize('NFD');
