import { useEffect, type RefObject } from 'react';

/**
 * Keeps the focus on the page when the control that has it goes away: a "Try again" that has worked, a button
 * that its own press has used up. Browsers drop it to the document, where a keyboard starts anew and a screen
 * reader falls silent. It moves to the nearest part around the control that is still there.
 *
 * A page that knows a better place focuses it itself, before or after.
 *
 * @param root the part of the page that is watched
 */
export function useFocusRescue(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const watched = root.current;
    if (watched === null) return undefined;
    /** The focused control and everything around it, inside out. */
    let chain: Element[] = [];

    const remember = ({ target }: FocusEvent) => {
      chain = [];
      for (
        let part = target;
        part instanceof Element && part !== watched;
        part = part.parentElement
      )
        chain.push(part);
      chain.push(watched);
    };
    const rescue = () => {
      const { activeElement, body } = document;
      if ((activeElement !== body && activeElement !== null) || chain[0]?.isConnected !== false)
        return;
      const part = chain.find((element) => element.isConnected && !element.closest('[inert]'));
      chain = [];
      if (!(part instanceof HTMLElement)) return;
      if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
      part.focus({ preventScroll: true });
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
