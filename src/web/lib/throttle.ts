type Subscribe = (listener: () => void) => () => void;

/** Milliseconds: ten times in a second is as good as at once for whoever reads. */
const EVERY_MS = 100;

/**
 * Passes the first of several quick notices on at once and the others together, so that what comes page by page does
 * not draw the list page by page.
 *
 * @param isUrgent asked at each notice: whether this one must not wait
 */
export const throttle =
  (subscribe: Subscribe, isUrgent: () => boolean = () => false): Subscribe =>
  (listener) => {
    let toldAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function tell() {
      clearTimeout(timer);
      timer = undefined;
      toldAt = performance.now();
      listener();
    }
    const stop = subscribe(() => {
      const wait = toldAt + EVERY_MS - performance.now();
      if (wait <= 0 || isUrgent()) tell();
      else timer ??= setTimeout(tell, wait);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  };
