/** What of a keyboard event says which key it was. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * How a press is spelled: `X`, `SHIFT+X`, `?`, `ESCAPE`, `SHIFT+ESCAPE`. It goes by what the key writes, not by
 * where it lies.
 */
export function pressOf({ key, code, shiftKey }: Pressed): string {
  const name = (latinLetterOf(key, code) ?? key).toUpperCase();
  // Many layouts write a sign with Shift, `/` for one with Shift and 7: there Shift says nothing.
  const isSign = key.length === 1 && !LETTER.test(key);
  return shiftKey && !isSign ? `SHIFT+${name}` : name;
}

/** A letter, a digit or a sign: what WCAG 2.1.4 is about. Keys that only have a name are none. */
export const isCharacter = (key: string) => key.length === 1;

const LETTER = /^\p{L}$/u;

/** On a layout without Latin letters the key that has the letter on most others stands for it. */
function latinLetterOf(key: string, code: string): string | undefined {
  if (!LETTER.test(key) || /^\p{Script=Latin}$/u.test(key)) return undefined;
  return /^Key([A-Z])$/.exec(code)?.[1];
}
