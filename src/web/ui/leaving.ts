import { useDidUpdate, usePrevious } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether the page has not been left, for what is to be done after a response: a ref, since that may come later. */
export function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  return isHere;
}

/**
 * For what is open over a page: it closes when a link, an Undo or Back leads to another entry of the browser's history.
 *
 * @returns whether that is so: as long as a dialog is drawn, the next page cannot take the focus
 */
export function useCloseOnLeave(close: () => void) {
  const { key } = useLocation();
  const before = usePrevious(key);
  useDidUpdate(close, [key]);
  return before !== undefined && before !== key;
}
