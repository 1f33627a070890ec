/** Parts of the page that hold what is not saved. */
let parts = 0;

export const hasUnsaved = () => parts > 0;

/** @returns it is saved, or dropped */
export function holdUnsaved(): () => void {
  parts += 1;
  return () => void (parts -= 1);
}
