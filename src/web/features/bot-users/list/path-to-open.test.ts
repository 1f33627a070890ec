// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { pathToOpen } from '#web/features/bot-users/list/path-to-open.ts';

setConfig(testConfig());

const row = (id: string, name: string) => ({ id, name, uri: '', active: true, created_at: '' });

it.each([
  ['bot_9', '/bot-users/bot_9'],
  ['https://api.example.com/bot_users/bot_9', '/bot-users/bot_9'],
  ['bot_1', '/bot-users/bot_1'],
  // Part of a name, and the start of an id that is shown.
  ['bot_deploy', undefined],
  ['bot_22', undefined],
  ['grafana', undefined],
])('Enter on %j leads to %j', (text, path) => {
  const loaded = [row('bot_1', 'run bot_deploy'), row('bot_2222', 'x')];
  expect(pathToOpen(text, loaded)).toBe(path);
});
