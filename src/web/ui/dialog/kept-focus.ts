/**
 * Remembers where the focus is, for work that moves it when it is done: whoever has gone on to something else
 * meanwhile is not called back from there.
 *
 * @returns whether it is there still: on the same control, on what has taken its place, or on nothing
 */
export function keptFocus(): () => boolean {
  const control = document.activeElement;
  const around: Element[] = [];
  for (let part = control?.parentElement; part; part = part.parentElement) around.push(part);
  const [place] = around;
  const neighbours = new Set(place?.children);

  return () => {
    const now = document.activeElement;
    // A part around a control that has gone: that is where its focus is rescued to.
    if (now === null || now === control || around.includes(now)) return true;
    const isReplaced = control?.isConnected === false && place !== undefined;
    return isReplaced && now.parentElement === place && !neighbours.has(now);
  };
}
