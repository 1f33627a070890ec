import { session } from '#web/api/session.ts';

let top = 0;

session.onEnd(() => (top = 0));

/** How far the list was scrolled, in pixels: a link back makes a new place in the history, which begins at its top. */
export const lastScroll = {
  set: (pixels: number) => void (top = pixels),
  get: () => top,
};
