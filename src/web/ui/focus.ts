import { useEffect, useState, type RefObject } from 'react';

/** An element and what is around it, inside out: around a menu or a popover is the button that has opened it. */
function partsAround(element: Element | null): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element; part !== null && part !== document.body;) {
    if (part instanceof HTMLElement) parts.push(part);
    const button = part.matches('[role="menu"], [role="dialog"]')
      ? document.querySelector(`[aria-controls="${CSS.escape(part.id)}"]`)
      : null;
    part = button ?? part.parentElement;
  }
  return parts;
}

/** Where the focus is now, with what is around it in case it goes away. */
export const openerOf = () => partsAround(document.activeElement);

const CONTROL = 'a[href], button, input, select, textarea, [tabindex]';

/** The DOM of the tests has no `checkVisibility`. */
const isVisible = (element: HTMLElement) =>
  !('checkVisibility' in element) || element.checkVisibility();

/** Focuses the first of some elements that can be seen and reached, else the page. */
export function focusFirst(elements: ReadonlyArray<Element | null | undefined>) {
  for (const element of [...elements, document.getElementById('main')]) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    if (!isVisible(element) || element.closest('[inert]')) continue;
    if (!element.matches(CONTROL)) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** The focus goes back to where it was before the component was mounted, or near it: the item of a menu is gone then. */
export function useReturnFocus() {
  const [opener] = useState(openerOf);
  useEffect(() => () => focusFirst(opener), [opener]);
}

/**
 * When the focused control goes away, browsers drop the focus to the document. This moves it to the nearest part around
 * the control that is still there, unless the page has focused a better place itself.
 */
export function useFocusRescue(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const watched = root.current;
    if (watched === null) return undefined;
    let parts: HTMLElement[] = [];
    const remember = () => {
      parts = openerOf().filter((part) => watched.contains(part));
    };
    const rescue = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!isLost || parts[0]?.isConnected !== false) return;
      focusFirst(parts);
      parts = [];
    };
    const observer = new MutationObserver(rescue);
    observer.observe(watched, { childList: true, subtree: true });
    watched.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      watched.removeEventListener('focusin', remember);
    };
  }, [root]);
}
