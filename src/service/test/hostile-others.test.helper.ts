import { expect } from 'vitest';
import { API_HEADERS } from '#service/test/running-service.test.helper.ts';

/** Somebody with good manners, on connections of their own. */
export function askAllTheTime(url: string) {
  const stopped = new AbortController();
  const problems: unknown[] = [];

  async function ask(): Promise<void> {
    const status = await fetch(`${url}/api/bot_users?limit=2`, { headers: API_HEADERS }).then(
      async (answer) => (await answer.text(), answer.status),
      (error: unknown) => error,
    );
    if (status !== 200) problems.push(status);
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
