import { useEffect, useState } from 'react';

/** Whole seconds until the asked pause is over; starts anew with every failure that asks for one. */
export function useCountdown(failure: { waitMs?: number } | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const end = Date.now() + (failure?.waitMs ?? 0);
    const update = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    update();
    if (!failure?.waitMs) return undefined;
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
