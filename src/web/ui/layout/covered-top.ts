/** Pixels at the top of the screen that lie under what is sticky there. */
export const coveredTop = () =>
  parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
