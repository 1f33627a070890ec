import { useEffect } from 'react';

/** Keys of every page, before anything else is told of a press. */
export function useKeyGuards() {
  useEffect(() => {
    const ends = [guard(heldEnter()), guard(closeMenuOfOpener)];
    return () => ends.forEach((end) => end());
  }, []);
}

function guard(onKeyDown: (event: KeyboardEvent) => void): () => void {
  document.addEventListener('keydown', onKeyDown, { capture: true });
  return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
}

/**
 * Enter that is held down repeats, and presses again what has the focus. Where the first press has moved the focus, to
 * the button that ends what it began or to a row that it has brought, the repeats are not meant for that.
 */
function heldEnter() {
  let began: EventTarget | null = null;
  return (event: KeyboardEvent) => {
    if (!event.repeat) began = event.target;
    else if (event.key === 'Enter' && event.target !== began) event.preventDefault();
  };
}

/**
 * A menu takes the focus a moment after its button has opened it. Escape in between closes that menu, and nothing
 * else that listens to Escape: not the panel around the button, not the selection of the page.
 */
function closeMenuOfOpener(event: KeyboardEvent) {
  const { key, target } = event;
  if (key !== 'Escape' || !(target instanceof HTMLElement)) return;
  if (!target.matches('[aria-haspopup][aria-expanded="true"]')) return;
  event.preventDefault();
  event.stopPropagation();
  target.click();
}
