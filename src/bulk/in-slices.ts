import { sleep } from '#client/retry.ts';

/** Work that can be left for a moment at each `yield`. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** Milliseconds; a page answers to a key or a press within a tenth of a second. */
const SLICE_MS = 30;

/** Does it bit by bit, so that the page can be used meanwhile. */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  let since = performance.now();
  for (let next = work.next(); ; next = work.next()) {
    if (next.done) return next.value;
    if (performance.now() - since < SLICE_MS) continue;
    await sleep(0);
    since = performance.now();
  }
}
