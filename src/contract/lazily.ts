/**
 * A schema, or what needs one, that is built when it is first asked for, and the same from then on. Most schemas are not
 * needed for the first rows, and building all of them took longer than any other module of the page.
 */
export function lazily<Value extends object>(build: () => Value): () => Value {
  let built: Value | undefined;
  return () => (built ??= build());
}
