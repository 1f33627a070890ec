import { expect, it } from 'vitest';
import { BotUserCreate } from '#contract/bot-user.ts';
import { parseBody } from '#service/http/validation.ts';

it('takes no time to refuse a text of a megabyte', () => {
  const text = 'x'.repeat(1_000_000);
  const before = process.cpuUsage();
  expect(() => parseBody(BotUserCreate, text)).toThrow('must be a JSON object');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(200); // ms; character by character it is 1,000
});
