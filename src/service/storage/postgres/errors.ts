/** Serialisation failure, deadlock: nothing was changed, and another try may do. */
export const isInTheWay = (error: unknown) => /^(40001|40P01)$/.test(codeOf(error));

/** Unique violation, also of the catalogue when two processes make one table; table, column, type. */
export const isTaken = (error: unknown) => /^(23505|42P07|42701|42710)$/.test(codeOf(error));

/** The connection broke after it had worked: another one may do. */
export const isLost = (error: unknown) =>
  /^(08...|57P..|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  hasText(error, /connection terminated unexpectedly|not queryable/i);

/** The client gave up on an answer, which may still come. */
export const isUnanswered = (error: unknown) => hasText(error, /query read timeout/i);

/**
 * Nothing that a change of the request could mend: no connection, resources, time or right to sign in, a standby,
 * others in the way to the end.
 */
export const isAway = (error: unknown) =>
  isLost(error) ||
  /^(53...|25006|57014|28...|3D...|40...|E[A-Z_]+)$/.test(codeOf(error)) ||
  hasText(error, /timeout|connection terminated/i);

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const hasText = (error: unknown, text: RegExp) =>
  error instanceof Error && text.test(error.message);
