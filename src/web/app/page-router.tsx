import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { NavigationType, Router, useLocation, useNavigationType } from 'react-router-dom';
import { createDeviceValue, tabStorage } from '#web/lib/device-storage.ts';
import { pageHistory } from '#web/lib/page-history.ts';

/** The page that is there stays until the next one can be drawn. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [step, setStep] = useState(pageHistory.get);
  useLayoutEffect(
    () => pageHistory.subscribe(() => startTransition(() => setStep(pageHistory.get()))),
    [],
  );
  return (
    <Router {...step} navigator={pageHistory}>
      {children}
    </Router>
  );
}

/** How far each history entry was scrolled, in pixels; they outlive a reload. */
const places = createDeviceValue<Record<string, unknown>>({
  key: 'gatehouse.scroll',
  storage: tabStorage,
  read: (content) => ({ ...Object(content) }),
});

/** A new page begins at its top; Back and Forward lead to where it was left. */
export function ScrollPlaces() {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  // A page that the document starts with is where it belongs: to scroll would lay it out too early.
  const drawn = useRef(navigation === NavigationType.Pop ? pathname : undefined);

  useLayoutEffect(() => {
    const isSamePage = drawn.current === pathname;
    drawn.current = pathname;
    const place = navigation === NavigationType.Pop ? places.get()[key] : undefined;
    const target = document.getElementById(hash.slice(1));
    if (typeof place === 'number') window.scrollTo(0, place);
    else if (target) target.scrollIntoView();
    else if (!isSamePage || navigation === NavigationType.Push) window.scrollTo(0, 0);
    // Only on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);

  useEffect(() => {
    const keep = () => places.change((before) => ({ ...before, [key]: window.scrollY }));
    const stop = pageHistory.subscribe(() => {
      if (pageHistory.get().navigationType !== NavigationType.Replace) keep();
    });
    const leave = () => {
      keep();
      // On the way back from another document.
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', leave);
    return () => {
      stop();
      window.removeEventListener('pagehide', leave);
    };
  }, [key]);
  return null;
}
