import { useEffect, useRef } from 'react';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';

/** Announces what a text has become, half a second after its last change, so that typing is not talked over. */
export function useAnnouncement(text: string) {
  const announce = useAnnounce();
  const announced = useRef(text);
  useEffect(() => {
    if (text === announced.current) return undefined;
    const timer = setTimeout(() => {
      announced.current = text;
      if (text !== '') announce(text);
    }, 500);
    return () => clearTimeout(timer);
  }, [text, announce]);
}
