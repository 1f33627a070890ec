import { expect, it } from 'vitest';
import { paletteEntries } from '#web/app/palette-entries.ts';

const sources = {
  commands: [{ text: 'Sign out', run: () => {} }],
  botUsers: [
    { id: 'bot_2cVnA1', name: 'ci-deployer' },
    { id: 'bot_2cVmB2', name: 'nightly' },
  ],
  routes: [{ edge_id: 'edghts_1', id: 'edghtsrt_1', name: 'eu-checkout' }],
};
const texts = (text: string) => paletteEntries(text, sources).map((entry) => entry.text);
const leadsTo = (text: string) => paletteEntries(text, sources)[0]?.to;

it('has pages and commands for no text', () => {
  expect(texts(' ')).toEqual(expect.arrayContaining(['Go to routes', 'Sign out']));
});

it('finds loaded bot users and known routes by their names', () => {
  expect(texts('depl')).toEqual([
    'Open bot user ci-deployer',
    'New bot user named “depl”',
    'Filter loaded bot users by “depl”',
  ]);
  expect(leadsTo('eu-ch')).toBe('/edges/edghts_1/routes/edghtsrt_1/ip-restriction');
});

it.each([
  'bot_9new',
  'https://api.test/bot_users/bot_9new',
  '/bot_users/bot_9new',
  'https://page.test/bot-users/bot_9new?q=x',
])('opens the bot user of %s, which is not loaded', (text) => {
  expect(texts(text)).toEqual(['Open bot user by id bot_9new']);
  expect(leadsTo(text)).toBe('/bot-users/bot_9new');
});

it('offers a loaded bot user once', () => {
  expect(texts('bot_2cVnA1')).toEqual(['Open bot user ci-deployer']);
});

it.each([
  '/edges/https/edghts_2/routes/edghtsrt_2/ip_restriction',
  'https://api.test/edges/https/edghts_2/routes/edghtsrt_2',
  'https://page.test/edges/edghts_2/routes/edghtsrt_2/ip-restriction',
  'edghts_2 edghtsrt_2',
])('opens the editor of the route of %s', (text) => {
  expect(leadsTo(text)).toBe('/edges/edghts_2/routes/edghtsrt_2/ip-restriction');
});

it('finds at most eight of a kind', () => {
  const botUsers = Array.from({ length: 20 }, (_, index) => ({ id: `bot_${index}`, name: 'ci' }));
  const found = paletteEntries('ci', { ...sources, botUsers, routes: [] });
  expect(found.filter(({ text }) => text === 'Open bot user ci')).toHaveLength(8);
});
