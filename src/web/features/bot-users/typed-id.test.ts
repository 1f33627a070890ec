import { expect, it } from 'vitest';
import { idIn } from '#web/features/bot-users/typed-id.ts';

const ID = 'bot_2cVn8QhW4kTzR0dLmY7pXa1sEuF';
const known = [{ id: 'bot_0000' }];

it.each([
  ID,
  ` ${ID}\n`,
  `https://api.example.com/bot_users/${ID}`,
  `https://other.example/api/bot_users/${ID}/?x=1#top`,
  `/bot-users/bot%5F2cVn8QhW4kTzR0dLmY7pXa1sEuF`,
])('finds the id in %j', (text) => {
  expect(idIn(text, known)).toBe(ID);
});

it.each([
  'grafana',
  'bot_',
  'usr_2cVn8QhW4kTzR0dLmY7p',
  'bot_2cVn…a1sEuF',
  `two ${ID}`,
  `/edges/${ID}`,
  `/bot_users/${ID}/keys`,
  '/bot_users/bot_a%2Fb',
  '/bot_users/%FF',
  `/bot_users/`,
  '/bot-users/new',
])('finds none in %j', (text) => {
  expect(idIn(text, known)).toBeUndefined();
});

it('knows ids that have no kind by their length', () => {
  const ids = [{ id: '7f3a' }];
  expect(idIn('8b2c', ids)).toBe('8b2c');
  expect(idIn('8b2', ids)).toBeUndefined();
  expect(idIn('8b2c', [])).toBeUndefined();
});
