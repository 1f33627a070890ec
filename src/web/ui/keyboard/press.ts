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

/** Inputs that take no text: a letter pressed on one of them is not typed. */
const PRESSED_INPUTS = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** What has the keyboard for itself while it is open. */
const OPEN = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Whether a press is free to be a shortcut: it is not typed, chosen or composed somewhere, belongs to nothing that is
 * open over the page, and is none of the browser's own.
 */
export function isFree({ target, key, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || isComposing) return false;
  // They press the control that has the focus.
  if (key === 'Enter' || key === ' ') return false;
  return !takesText(target) && !isSomethingOpen();
}

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED_INPUTS.has(target.type);
  // The letters pressed on a list of options choose among them.
  return target.isContentEditable || target.matches('textarea, select');
}

/** A menu stays in the document while it is closed, not to be seen. */
export const isSomethingOpen = () =>
  [...document.querySelectorAll(OPEN)].some(
    (part) => !part.closest('[inert]') && part.checkVisibility(),
  );
