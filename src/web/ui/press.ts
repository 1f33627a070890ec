type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** Whether a press is for an input method. Safari sends the one that ends a composition after it, as key 229. */
export const isInComposition = (event: KeyboardEvent) =>
  // Nothing else tells.
  // oxlint-disable-next-line typescript/no-deprecated
  event.isComposing || event.keyCode === 229;

/** `X`, `SHIFT+X`, `?`, `ESCAPE`, `SHIFT+ESCAPE`: by what the key writes, not by where it lies. */
export function pressOf({ key, code, shiftKey }: Pressed): string {
  const name = (latinLetterOf(key, code) ?? key).toUpperCase();
  // Many layouts need Shift for a sign, for `/` say: there Shift means nothing.
  const isSign = key.length === 1 && !LETTER.test(key);
  return shiftKey && !isSign ? `SHIFT+${name}` : name;
}

/** Whether a key is pressed in the page with Ctrl, or Cmd, not for an input method; the key as `pressOf` has it. */
export const isCommand = (event: KeyboardEvent, key: string) =>
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !isInComposition(event) &&
  !isElsewhere(event) &&
  pressOf(event) === key;

/** One, or what one key of some layouts writes: two letters, or the mark of a vowel. */
const LETTER = /^[\p{L}\p{M}]+$/u;

/** On a layout without Latin letters the key that has the letter on most others stands for it. */
function latinLetterOf(key: string, code: string): string | undefined {
  if (!LETTER.test(key) || /^\p{Script=Latin}+$/u.test(key)) return undefined;
  return /^Key([A-Z])$/.exec(code)?.[1];
}

/** Inputs that take no text. */
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

const FOCUSABLE =
  'body, a, button, input, select, textarea, summary, [tabindex], [contenteditable]';

/** In the shadow tree of a browser extension: the press seems to come from its host, which cannot have the focus. */
const isElsewhere = ({ target }: KeyboardEvent) =>
  target instanceof Element && !target.matches(FOCUSABLE);

/** What has the keyboard while it is open. */
const OPEN = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a press may be a shortcut: not typed, not inside something open over the page, not the browser's own. */
export function isFree(event: KeyboardEvent) {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || isInComposition(event) || isElsewhere(event)) return false;
  // They press the control that has the focus.
  if (key === 'Enter' || key === ' ') return false;
  return !takesText(target) && !isSomethingOpen();
}

export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.test(target.type);
  // Letters choose among the options of a select.
  return target.isContentEditable || target.matches('textarea, select');
}

/** A closed menu stays in the document. */
export const isSomethingOpen = () =>
  [...document.querySelectorAll(OPEN)].some(
    (part) => !part.closest('[inert]') && part.checkVisibility(),
  );
