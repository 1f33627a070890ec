import { useTimeout } from '@mantine/hooks';
import { useLayoutEffect, useState } from 'react';

const UPDATE_EVERY_MS = 500;

/**
 * Milliseconds until a moment, for a countdown; 0 when it is over.
 *
 * @param until of `performance.now()`, since the system clock may be set back
 */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  // Before the next paint: `now` may be from an earlier countdown.
  useLayoutEffect(() => {
    const update = () => {
      setNow(performance.now());
      if (performance.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(update, UPDATE_EVERY_MS);
    update();
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
}

/** Becomes true after a while: for what should not flicker. */
export function useDelayed(ms: number): boolean {
  const [late, setLate] = useState(false);
  useTimeout(() => setLate(true), ms, { autoInvoke: true });
  return late;
}
