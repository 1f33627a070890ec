import * as fc from 'fast-check';

/**
 * Any code point, half of a pair too. What `binary` of fast-check gives as well, but that fills a table of a million
 * entries first, which takes seconds in each worker.
 */
export const anyCharacter = fc.nat(0x10ffff).map(
  (code) => String.fromCodePoint(code),
  (character) => {
    if (typeof character !== 'string' || [...character].length !== 1)
      throw new Error('No character');
    return character.codePointAt(0) ?? 0;
  },
);
