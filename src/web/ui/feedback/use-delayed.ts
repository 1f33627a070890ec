import { useEffect, useState } from 'react';

/** Becomes true after a while: for what should not flicker when it is over sooner. */
export function useDelayed(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
