import { useEffect } from 'react';

/** Enter that is held down repeats: it must not press the control that the first press has moved the focus to. */
export function useKeyGuard() {
  useEffect(() => {
    let first: EventTarget | null = null;
    const guard = (event: KeyboardEvent) => {
      if (!event.repeat) first = event.target;
      else if (event.key === 'Enter' && event.target !== first) event.preventDefault();
    };
    document.addEventListener('keydown', guard, { capture: true });
    return () => document.removeEventListener('keydown', guard, { capture: true });
  }, []);
}
