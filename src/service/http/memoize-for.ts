/**
 * What anybody may ask for as often as they like is made once in a while: later askers share it, also while it is
 * being made.
 *
 * @param ms from its end, or its failure, to the next time that it is made
 */
export function memoizeFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  return () => {
    if (last === undefined) {
      last = make();
      const forget = () => void setTimeout(() => (last = undefined), ms).unref();
      last.then(forget, forget);
    }
    return last;
  };
}
