/** Runs tasks in the order they come, at most so many at a time. */
export function inTurns(most: number) {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export type Turn = ReturnType<typeof inTurns>;
