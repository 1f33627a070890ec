import { expect } from 'vitest';
import { API_HEADERS } from '#service/test/running-service.test.helper.ts';

const ANSWER_MS = 1_000;

/** Somebody with good manners, on connections of their own. */
export function askAllTheTime(url: string) {
  const stopped = new AbortController();
  const problems: unknown[] = [];

  async function ask(): Promise<void> {
    const start = performance.now();
    const status = await fetch(`${url}/api/bot_users?limit=2`, { headers: API_HEADERS }).then(
      async (answer) => (await answer.text(), answer.status),
      (error: unknown) => error,
    );
    const ms = performance.now() - start;
    if (status !== 200 || ms > ANSWER_MS) problems.push({ status, ms });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const asking = (async () => {
    while (!stopped.signal.aborted) await ask();
  })();

  return {
    expectWell: () => expect(problems).toEqual([]),
    async stop() {
      stopped.abort();
      await asking;
      expect(problems).toEqual([]);
    },
  };
}
