/** In milliseconds, how long work may keep the page busy. */
export type Slices = {
  /** The slice that runs at once: enough for most lists, and within two frames. */
  first: number;
  /** Each later one. */
  next: number;
  now: () => number;
  /** Calls back after what else is waiting: keys, pointers, painting. */
  pause: (goOn: () => void) => void;
};

export const inSlices: Slices = {
  first: 20,
  next: 8,
  now: () => performance.now(),
  pause(goOn) {
    // Browsers delay repeated timers by 4 ms and more, but not messages.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      goOn();
    });
    port1.start();
    port2.postMessage(undefined);
  },
};

/**
 * Runs work that yields where it can be interrupted, a few times in a millisecond.
 *
 * @param done called synchronously when the first slice is enough
 * @returns stops the work where it is, without `done`
 */
export function runSliced<Result>(
  work: Generator<void, Result>,
  done: (result: Result) => void,
  slices: Slices = inSlices,
): () => void {
  let dropped = false;

  function runFor(milliseconds: number) {
    if (dropped) return;
    const end = slices.now() + milliseconds;
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return done(step.value);
      if (slices.now() >= end) break;
    }
    slices.pause(() => runFor(slices.next));
  }

  runFor(slices.first);
  return () => {
    dropped = true;
  };
}
