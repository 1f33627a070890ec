/**
 * For endpoints without a key, which anybody may request at any rate: callers share one result, also while it is made.
 *
 * @param ms that a result or failure is kept
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
