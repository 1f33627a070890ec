import { isPlain } from '#web/lib/untrusted-text.ts';

/**
 * For comparing typed text with a name: the same for small and capital letters, and for an accent that is part of its
 * letter or follows it. A part of a text folds to a part of the folded text.
 */
export function foldCase(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // Turkish: a capital I has a dot or none, which stays beside the small letter. Greek: a last s has another form.
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/i\u0307|\u0131/g, 'i')
    .replaceAll('ς', 'σ');
}
