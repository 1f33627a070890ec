import { useEffect } from 'react';

/**
 * A menu takes the focus a moment after its button has opened it. Escape in between closes that menu, and nothing
 * else that listens to Escape: not the panel around the button, not the selection of the page.
 */
export function useEscapeOnOpener() {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || !(target instanceof HTMLElement)) return;
      if (!target.matches('[aria-haspopup][aria-expanded="true"]')) return;
      event.preventDefault();
      event.stopPropagation();
      target.click();
    };
    // Before whatever else is told of the press.
    document.addEventListener('keydown', close, { capture: true });
    return () => document.removeEventListener('keydown', close, { capture: true });
  }, []);
}
