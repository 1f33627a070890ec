import { useEffect, useRef } from 'react';
import { announce } from '#web/ui/announcer.tsx';

/**
 * Announces what a text has become, half a second after its last change, so that typing is not talked over.
 *
 * @param before what it was before it was drawn
 */
export function useAnnouncement(text: string, before = '') {
  const announced = useRef(before);
  useEffect(() => {
    if (text === announced.current) return undefined;
    const timer = setTimeout(() => {
      announced.current = text;
      if (text !== '') announce(text);
    }, 500);
    return () => clearTimeout(timer);
  }, [text]);
}
