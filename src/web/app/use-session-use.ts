import { useEffect } from 'react';
import { session } from '#web/session/session.ts';

/**
 * Assistive technology, voice control and dictation send `click` and `input` alone, a screen reader that only reads
 * sends `focusin` and `selectionchange`. `pointermove` is left out: whatever passes over the page would count as use.
 */
const USE = ['keydown', 'pointerdown', 'wheel', 'click', 'input', 'focusin', 'selectionchange'];

/** Id of the text of the warning before the session ends. While it is shown only its buttons extend the session. */
export const SESSION_WARNING = 'session-warning';

/** Tells the session that it is in use. */
export function useSessionUse() {
  useEffect(() => {
    const use = () => {
      if (!document.getElementById(SESSION_WARNING)) session.use();
    };
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const event of USE) document.addEventListener(event, use, options);
    return () => listening.abort();
  }, []);
}
