// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  asWanted,
  changesTowards,
  movedFields,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';

const bot = { id: 'bot_1', uri: '/bot_users/bot_1', name: 'deploy', active: true, created_at: '' };

it('sends the fields that differ, and no others', () => {
  expect(changesTowards({ name: 'deploy', active: false }, bot)).toEqual({ active: false });
  expect(changesTowards({ name: 'x', active: true }, bot)).toEqual({ name: 'x' });
  expect(changesTowards(bot, bot)).toEqual({});
});

it('names the fields that differ between two readings', () => {
  const later = { ...bot, name: 'x', uri: '/elsewhere' };
  expect(movedFields(bot, later)).toEqual(['name']);
});

it('takes a name with outer white space for changed only when somebody has changed it', () => {
  const loaded = { name: ' deploy ', active: true };
  expect(asWanted({ name: ' deploy ', active: false }, loaded)).toEqual({
    name: ' deploy ',
    active: false,
  });
  expect(asWanted({ name: 'deploy ', active: true }, loaded).name).toBe('deploy');
});
