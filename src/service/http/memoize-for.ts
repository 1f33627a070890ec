/**
 * For endpoints without a key, which anybody may request at any rate: callers share one result, also while it is made.
 *
 * @param ms that a result or failure is kept
 */
export function memoizeFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  const forget = () => void setTimeout(() => (last = undefined), ms).unref();
  return () => (last ??= make().finally(forget));
}
