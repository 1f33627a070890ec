import { useEffect, useRef } from 'react';

/** Whether the page has not been left, for what is to be done after a response: a ref, since that may come later. */
export function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  return isHere;
}
