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
