import { useEffect, type RefObject } from 'react';

/** What had the focus when a dialog opened, with what is around it. */
const openedFrom = new WeakMap<Element, readonly Element[]>();

export function rememberOpener(dialog: Element, parts: readonly Element[]) {
  openedFrom.set(dialog, parts);
}

/** A control and what is around it, inside out: around a menu is its button, around a dialog what opened it. */
export function partsAround(control: Element | null): Element[] {
  const parts: Element[] = [];
  let part = control;
  while (part !== null && part !== document.body) {
    parts.push(part);
    const opener = openedFrom.get(part);
    if (opener !== undefined) return [...parts, ...opener];
    part = menuButton(part) ?? part.parentElement;
  }
  return parts;
}

function menuButton(menu: Element): Element | null {
  const id = menu.matches('[role="menu"]') ? menu.getAttribute('aria-labelledby') : null;
  return id === null ? null : document.getElementById(id);
}

export const isFocusable = (part: Element) =>
  part.matches('a[href], button, input, select, textarea, [tabindex]');

/** Focuses the first of some parts that can be seen and reached. */
export function focusNearest(parts: readonly Element[]) {
  for (const part of parts) {
    if (!(part instanceof HTMLElement) || !part.isConnected || !part.checkVisibility()) continue;
    const isControl = isFocusable(part);
    if (!isControl) part.tabIndex = -1;
    part.focus({ preventScroll: true });
    if (document.activeElement === part) return;
    if (!isControl) part.removeAttribute('tabindex');
  }
}

const isFocusLost = () =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * When the focused control goes away, browsers drop the focus to the document. This moves it to the nearest part around
 * the control that is still there. A page that knows a better place focuses it itself, before or after.
 */
export function useFocusRescue(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const watched = root.current;
    if (watched === null) return undefined;
    let parts: Element[] = [];

    const remember = ({ target }: FocusEvent) => {
      parts = partsAround(target instanceof Element ? target : null).filter((part) =>
        watched.contains(part),
      );
    };
    const rescue = () => {
      if (!isFocusLost() || parts[0]?.isConnected !== false) return;
      focusNearest(parts);
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

/**
 * For work that moves the focus when it is done, unless the person has gone on to something else meanwhile.
 *
 * @returns whether the focus is still there: on the same control, on what has replaced it, or on nothing
 */
export function keptFocus(): () => boolean {
  const control = document.activeElement;
  const place = control?.parentElement;
  const neighbours = new Set(place?.children);
  const parts = partsAround(control);

  return () => {
    const now = document.activeElement;
    // The focus of a control that has gone is rescued to a part around it.
    if (now === null || isFocusLost() || parts.includes(now)) return true;
    return control?.isConnected === false && now.parentElement === place && !neighbours.has(now);
  };
}
