/**
 * Runs tasks in the order they come, at most so many at a time.
 *
 * @param until once aborted, those that still wait reject with its reason
 */
export function inTurns(most: number, until?: AbortSignal) {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      until?.throwIfAborted();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export type Turn = ReturnType<typeof inTurns>;
