import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { isInComposition } from '#web/ui/press.ts';

/**
 * Where the focus is now, or was, and in case that goes away what is around it, inside out: around a menu or a popover
 * is the button that has opened it.
 */
export function openerOf(focused = document.activeElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = focused; part !== null && part !== document.body;) {
    if (part instanceof HTMLElement) parts.push(part);
    const opens = part.matches('[role="menu"], [role="dialog"]') && CSS.escape(part.id);
    part = (opens && document.querySelector(`[aria-controls="${opens}"]`)) || part.parentElement;
  }
  return parts;
}

const CONTROL = 'a[href], button, input, select, textarea, [tabindex]';
/** What says by a name or a role of its own where the focus is; a plain `div` would be read out whole, or not at all. */
const NAMED = '[aria-label], [aria-labelledby], main, fieldset, li, tr';

/** Focuses the first of some elements that can be seen, reached and named, else the page. */
export function focusFirst(elements: ReadonlyArray<Element | null | undefined>) {
  for (const element of [...elements, document.getElementById('main')]) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    if (!element.checkVisibility() || element.closest('[inert]')) continue;
    if (!element.matches(`${CONTROL}, ${NAMED}`)) continue;
    if (!element.matches(CONTROL)) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

export const focusOn = (id: string) => document.getElementById(id)?.focus();

/** Pixels at the top of the page that the bar covers, also for what gets the focus. */
export const coveredTop = () =>
  parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

const isFocusLost = () =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * The focus goes back to where it was before the component was mounted, or near it: the item of a menu is gone then. A
 * better place that the page has chosen keeps it.
 */
export function useReturnFocus() {
  const [opener] = useState(openerOf);
  useEffect(() => () => void (isFocusLost() && focusFirst(opener)), [opener]);
}

/** What Escape does in each dialog and drawer that is open, the topmost last. */
const open: Array<() => void> = [];

function closeTopmost(event: KeyboardEvent) {
  if (event.key === 'Escape' && !isInComposition(event)) open.at(-1)?.();
}

function setOpen(entry: () => void, isOpen: boolean) {
  if (isOpen) open.push(entry);
  else open.splice(open.indexOf(entry), 1);
  const isAny = open.length > 0;
  document.getElementById('root')?.toggleAttribute('inert', isAny);
  if (isAny) window.addEventListener('keydown', closeTopmost, true);
  else window.removeEventListener('keydown', closeTopmost, true);
}

/**
 * For a dialog or a drawer, which lies outside of the root: a response that comes later cannot focus a field of the page.
 * Escape is for the topmost one: Mantine's would close all that are open.
 *
 * @param onEscape missing: the browser closes it
 */
export function useModal(onEscape?: () => void) {
  const escape = useEffectEvent(() => onEscape?.());
  useLayoutEffect(() => {
    const entry = () => escape();
    setOpen(entry, true);
    return () => setOpen(entry, false);
  }, []);
  // Last, for the page has to be reachable again.
  useReturnFocus();
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
    watched.addEventListener('focusin', () => {
      parts = openerOf().filter((part) => watched.contains(part));
    });
    const observer = new MutationObserver(() => {
      if (!isFocusLost() || parts[0]?.isConnected !== false) return;
      focusFirst(parts);
    });
    observer.observe(watched, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root]);
}
