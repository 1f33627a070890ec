import { useEffect } from 'react';

/** For every page, before any other listener. */
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

/** Enter that is held down repeats: it must not press what the first press has moved the focus to. */
function heldEnter() {
  let first: EventTarget | null = null;
  return (event: KeyboardEvent) => {
    if (!event.repeat) first = event.target;
    else if (event.key === 'Enter' && event.target !== first) event.preventDefault();
  };
}

/** A menu gets the focus a moment after its button has opened it. Escape in between closes that menu and nothing else. */
function closeMenuOfOpener(event: KeyboardEvent) {
  const { key, target } = event;
  if (key !== 'Escape' || !(target instanceof HTMLElement)) return;
  if (!target.matches('[aria-haspopup][aria-expanded="true"]')) return;
  event.preventDefault();
  event.stopPropagation();
  target.click();
}
