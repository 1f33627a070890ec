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
  expect(texts('depl')).toEqual(['Open bot user ci-deployer', 'New bot user named “depl”']);
  expect(leadsTo('eu-ch')).toBe('/edges/edghts_1/routes/edghtsrt_1/ip-restriction');
});

it.each([
  ['https://page.test/bot-users/bot_9new?q=x', '/bot-users/bot_9new'],
  ['https://api.test/bot_users/a%20b', '/bot-users/a%20b'],
  ['/edges/https/e%20f/routes/r%2Fs?q=x', '/edges/e%20f/routes/r%2Fs/ip-restriction'],
  ['edghts_2 edghtsrt_2', '/edges/edghts_2/routes/edghtsrt_2/ip-restriction'],
])('opens what is not loaded by its ids, or an address with them: %s', (text, address) => {
  expect(leadsTo(text)).toBe(address);
});

it('offers a bot user by an id once, under its name where that is loaded', () => {
  expect(texts('bot_2cVnA1')).toEqual(['Open bot user ci-deployer']);
  expect(texts('/bot-users/bot_9new')).toEqual(['Open bot user by id bot_9new']);
});

it('finds a name whose accents are made up in another way', () => {
  const routes = [{ edge_id: 'e', id: 'r', name: 'Zu\u0308rich' }];
  const found = paletteEntries('z\u00fcr', { ...sources, routes });
  expect(found[0]?.text).toBe('Open route Zu\u0308rich');
});

it('finds at most eight of a kind, and tells those of one name apart', () => {
  const botUsers = Array.from({ length: 20 }, (_, index) => ({ id: `bot_${index}`, name: 'ci' }));
  const routes = botUsers.map(({ id, name }) => ({ edge_id: 'edghts_1', id, name }));
  const found = paletteEntries('ci', { ...sources, botUsers, routes }).map(({ text }) => text);
  for (const start of ['Open bot user ci (', 'Open route ci ('])
    expect(new Set(found.filter((text) => text.startsWith(start))).size).toBe(8);
});

it('finds what is called exactly so first, then what begins so, before eight others that hold it', () => {
  const names = Array.from({ length: 8 }, (_, at) => `decider-${at}`);
  const all = [...names, 'ci-runner', 'CI-deployer', 'CI'];
  const botUsers = all.map((name) => ({ id: `bot_${name}`, name }));
  const found = paletteEntries('ci', { commands: [], botUsers, routes: [] });
  const called = found.map(({ text }) => text.replace('Open bot user ', ''));
  expect(called.slice(1, 5)).toEqual(['CI', 'ci-runner', 'CI-deployer', 'decider-0']);
});
