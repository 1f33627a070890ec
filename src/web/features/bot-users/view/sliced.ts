/** How long work may keep the page busy, and who lets others go first. */
export type Slices = {
  /** Milliseconds of the slice that runs in the same moment: enough for most lists, and within two frames. */
  first: number;
  /** Milliseconds of each later one. */
  next: number;
  now: () => number;
  /** Calls back after whatever else is waiting: keys, pointers, painting. */
  pause: (goOn: () => void) => void;
};

export const inSlices: Slices = {
  first: 20,
  next: 8,
  now: () => performance.now(),
  pause(goOn) {
    // A timer of 0 ms waits for 4 ms and more when it comes again and again; a message does not.
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
 * Runs work that yields where it can be interrupted, about ten times in a millisecond.
 *
 * @param done in the same moment, when the first slice was enough
 * @returns ends the work where it is, without `done`
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
