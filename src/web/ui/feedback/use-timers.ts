import { useEffect, useLayoutEffect, useState } from 'react';

const LOOK_EVERY_MS = 500;

/**
 * Milliseconds until a moment, for a countdown; 0 when it is over.
 *
 * @param until as `performance.now()` tells it, for the clock of the day may be set back in the middle
 */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  // Before the next paint: what was the time when the last moment came is long over when the next one does.
  useLayoutEffect(() => {
    const look = () => {
      setNow(performance.now());
      if (performance.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    look();
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
}

/** Becomes true after a while: for what should not flicker when it is over sooner. */
export function useDelayed(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
