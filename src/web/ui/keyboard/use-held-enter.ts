import { useEffect } from 'react';

/**
 * Enter that is held down repeats, and presses again what has the focus. Where the first press has moved the focus, to
 * the button that ends what it began or to a row that it has brought, the repeats are not meant for that.
 */
export function useHeldEnter() {
  useEffect(() => {
    let began: EventTarget | null = null;
    const look = (event: KeyboardEvent) => {
      if (!event.repeat) began = event.target;
      else if (event.key === 'Enter' && event.target !== began) event.preventDefault();
    };
    document.addEventListener('keydown', look, { capture: true });
    return () => document.removeEventListener('keydown', look, { capture: true });
  }, []);
}
