import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';

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

type Shown<Asked, Result> = {
  result: Result;
  /** What the result is of: an earlier view while work is pending. */
  asked: Asked;
  isPending: boolean;
};

type LiveOptions<Asked, Result> = {
  derive: (pages: readonly Page[], asked: Asked) => Generator<void, Result>;
  /** @returns `before` where the same is asked for */
  keep?: (before: Asked, asked: Asked) => Asked;
  initial: { result: Result; asked: Asked };
  /** Brings an earlier result up to date while the new one is pending. */
  update?: (result: Result, before: readonly Page[], pages: readonly Page[]) => Result;
  slices?: Slices;
};

type Live<Asked, Result> = ReturnType<typeof createLive<Asked, Result>>;

/** Something derived from the loaded pages: at once where a frame is enough, else when it is ready. */
export function createLive<Asked, Result>(options: LiveOptions<Asked, Result>) {
  const { derive, initial, slices } = options;
  const { keep = (_before, asked) => asked, update = (result) => result } = options;
  const ready = createStore(undefined);
  let latest: { pages: readonly Page[]; asked: Asked } = { pages: [], asked: initial.asked };
  let shown: Shown<Asked, Result> = { ...initial, isPending: false };
  /** What the shown result was made of, or brought up to. */
  let shownPages = latest.pages;
  let stop: (() => void) | undefined;

  function start() {
    const { pages, asked } = latest;
    let isDone = false;
    let isLater = false;
    const stopThis = runSliced(
      derive(pages, asked),
      (result) => {
        isDone = true;
        stop = undefined;
        shown = { result, asked, isPending: false };
        shownPages = pages;
        if (latest.pages !== pages) start();
        if (isLater) ready.set(undefined);
      },
      slices,
    );
    isLater = true;
    if (isDone) return;
    stop = stopThis;
    updateShown();
  }

  function updateShown() {
    const result = update(shown.result, shownPages, latest.pages);
    shown = { ...shown, result, isPending: true };
    shownPages = latest.pages;
  }

  return {
    get: () => shown,
    /** Tells only of what is ready later. */
    subscribe: ready.subscribe,
    /** To be called while React draws. */
    show(pages: readonly Page[], asked: Asked) {
      const before = latest;
      latest = { pages, asked: keep(before.asked, asked) };
      const isSameAsked = latest.asked === before.asked;
      if (isSameAsked && pages === before.pages) return;
      // New pages wait until the work ends: they must not make it begin again for ever.
      if (stop && isSameAsked) return updateShown();
      stop?.();
      stop = undefined;
      start();
    },
  };
}

export function useLive<Asked, Result>(
  live: Live<Asked, Result>,
  pages: readonly Page[],
  asked: Asked,
) {
  live.show(pages, asked);
  return useSyncExternalStore(live.subscribe, live.get);
}
