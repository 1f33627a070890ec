import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether the page has not been left, for what is to be done after a response: a ref, since that may come later. */
export function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  return isHere;
}

/** For what is open over a page: it closes when a link, an Undo or Back leads to another entry of the browser's history. */
export function useCloseOnLeave(close: () => void) {
  const { key } = useLocation();
  useDidUpdate(close, [key]);
}
