const isAscii = (text: string) => /^[\0-~]*$/.test(text);

/**
 * For comparing what was typed with what stands there: the same for small and capital letters, and for an accent that
 * is part of its letter or follows it. A part of a text has a part of what the text has.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // The Turkish capital I with a dot keeps that beside the small one, which has it already.
  return text.toLowerCase().normalize('NFD').replaceAll('i\u0307', 'i');
}
