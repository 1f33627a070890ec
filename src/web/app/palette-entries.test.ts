// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { paletteEntries } from '#web/app/palette-entries.ts';
import type { Page } from '#web/features/bot-users/data/pages.ts';
import type { Entry } from '#web/features/palette/search.ts';
import { emptyRoute } from '#web/features/routes/kept-route.ts';

const page = (...bots: Array<[id: string, name: string]>): Page => ({
  bot_users: bots.map(([id, name]) => ({ id, uri: '', name, active: true, created_at: '' })),
  next_page_uri: null,
  unreadable: 0,
  readAt: 0,
  isEmpty: false,
  isRepeated: false,
});
const LOADED = page(['bot_2cVnA1', 'ci-deployer'], ['bot_2cVmB2', 'nightly'], ['bot_3', 'nightly']);
const ROUTE = { ...emptyRoute('edghts_1', 'edghtsrt_1'), name: 'eu-checkout', shared: false };
const settings: Entry = { id: 's', text: 'Go to settings', kind: 'Page', run: () => {} };

/** What is found for a text, and where the first leads. */
function find(text: string, pages: Page[] = [LOADED]) {
  const went: string[] = [];
  const found = paletteEntries(text, {
    fixed: [settings],
    pages,
    routes: [ROUTE],
    hosts: ['api.test', 'page.test'],
    isSecret: (each) => each.includes('key_secret'),
    goTo: (address) => went.push(address),
  });
  found.entries[0]?.run();
  return {
    first: went[0],
    texts: found.entries.map((entry) => entry.does ?? entry.text),
    note: found.note,
  };
}

it('has pages and commands for no text', () => {
  expect(find(' ').texts).toEqual(['Go to settings']);
});

it('finds loaded bot users and known routes by what they are called', () => {
  expect(find('depl')).toMatchObject({
    first: '/bot-users/bot_2cVnA1',
    texts: [
      'Open bot user ci-deployer',
      'New bot user named “depl”',
      'Filter loaded bot users by “depl”',
    ],
  });
  expect(find('nightly').texts.slice(0, 2)).toEqual([
    'Open bot user nightly (cVmB2)'.replace('cVmB2', '2cVmB2'),
    'Open bot user nightly (bot_3)',
  ]);
  expect(find('eu-ch')).toMatchObject({
    first: '/edges/edghts_1/routes/edghtsrt_1/ip-restriction',
    texts: ['Open route eu-checkout', expect.anything(), expect.anything()],
  });
});

it.each([
  'bot_9new',
  'https://api.test/bot_users/bot_9new',
  '/bot_users/bot_9new',
  'https://page.test/bot-users/bot_9new?q=x',
])('opens the bot user of %s, which is not loaded', (text) => {
  expect(find(text)).toMatchObject({
    first: '/bot-users/bot_9new',
    texts: ['Open bot user by id bot_9new'],
  });
});

it('opens a whole id before anything is loaded, and offers a loaded one once', () => {
  expect(find('bot_9newone', []).first).toBe('/bot-users/bot_9newone');
  expect(find('bot_2cVnA1').texts).toEqual(['Open bot user ci-deployer']);
});

it.each([
  '/edges/https/edghts_2/routes/edghtsrt_2/ip_restriction',
  'https://api.test/edges/https/edghts_2/routes/edghtsrt_2',
  'https://page.test/edges/edghts_2/routes/edghtsrt_2/ip-restriction',
  'edghts_2 edghtsrt_2',
  'edghtsrt_2, edghts_2',
])('opens the editor of the route of %s', (text) => {
  expect(find(text)).toMatchObject({
    first: '/edges/edghts_2/routes/edghtsrt_2/ip-restriction',
    texts: ['Open route edghts_2 / edghtsrt_2'],
    note: undefined,
  });
});

it('opens no route of another service and says why', () => {
  expect(find('https://other.test/edges/https/edghts_2/routes/edghtsrt_2')).toMatchObject({
    texts: [],
    note: 'Not a route to open: it belongs to other.test, and this page is connected to api.test.',
  });
  expect(find('edghts_2').note).toBe('Not a route to open: it has an edge id and no route id.');
});

it('takes plain words for no ids', () => {
  expect(find('hello world')).toMatchObject({
    first: '/bot-users/new?name=hello+world',
    texts: ['New bot user named “hello world”', 'Filter loaded bot users by “hello world”'],
  });
});

it('searches nothing for the key and puts it into no address', () => {
  expect(find('x key_secret')).toEqual({
    first: undefined,
    texts: [],
    note: 'This holds your API key. It is not searched.',
  });
});
