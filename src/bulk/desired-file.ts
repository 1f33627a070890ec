import { readLongList, type ListMeaning, type Reading, type ReadList } from '#bulk/read-list.ts';
import { isAddressable } from '#contract/endpoint.ts';

/** What a line says of a bot user. A field that it leaves out stays as it is. */
export interface WantedBotUser {
  id?: string;
  name?: string;
  /** Of a line without headings: an id if the account has it, else a name. */
  either?: string;
  active?: boolean;
}

/** What a line says of a route. A field that it leaves out stays as it is. */
export interface WantedRoute {
  edge_id: string;
  id: string;
  label: string;
  enabled?: boolean;
  ip_policy_ids?: string[];
}

export type DesiredFile =
  | { target: 'bot-user'; list: ReadList<WantedBotUser> }
  | { target: 'route'; list: ReadList<WantedRoute> };

/** A column or a field of a list of routes, among the first lines. */
const OF_ROUTES = /(?:^|["\s,;])(?:https_)?edge_?id\b/i;

/** What a key of a Gatehouse looks like; in a list it is there by mistake. */
export const GATEHOUSE_KEY = /ghk_[\dA-Za-z]{33}/;

const MARKUP = { line: 1, text: '<', reason: 'it is a web page or XML, and no list' };

/** Finds out what a file is about, and reads it. */
export async function readDesiredFile(text: string): Promise<DesiredFile> {
  // A list of names takes any text for a name.
  if (/^\s*</.test(text))
    return { target: 'bot-user', list: { items: [], unreadable: [MARKUP], unused: new Set() } };
  return OF_ROUTES.test(text.slice(0, 4000))
    ? { target: 'route', list: await readLongList(text, routeLines) }
    : { target: 'bot-user', list: await readLongList(text, botUserLines) };
}

/** As people and spreadsheets write them: Excel puts the words of its language into a file. */
const YES = 'true yes y 1 on active enabled wahr ja vrai oui verdadero sí vero'.split(' ');
const NO = 'false no n 0 off inactive disabled falsch nein faux non falso'.split(' ');

/** @returns `undefined` where the text is neither */
function switchIn(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return YES.includes(word) || (NO.includes(word) ? false : undefined);
}

const notSwitch = (text: string, column: string): Reading<never> => ({
  reason: `“${text}” in the column ${column} is neither true nor false`,
});

const botUserLines: ListMeaning<WantedBotUser> = {
  isTable: true,
  names: {
    id: ['id', 'botid', 'botuserid'],
    name: ['name', 'botname', 'botuser', 'botusername'],
    active: [
      'active',
      'isactive',
      'enabled',
      'state',
      'status',
      'aktiv',
      'actif',
      'activo',
      'attivo',
    ],
  },
  headings: [['id'], ['name']],
  lists: ['bot_users'],
  fromFields: (fields) => [botUserOf(fields)],
  fromCells(cells) {
    const [first = '', second = '', third = ''] = cells;
    if (cells.length > 3) return [{ reason: 'it has more than three columns and no headings' }];
    if (cells.length === 3) return [botUserOf({ id: first, name: second, active: third })];
    const active = switchIn(second);
    if (first === '') return [NOTHING];
    if (second !== '' && active === undefined) return [TWO_COLUMNS];
    return [{ item: { either: first, ...(active !== undefined && { active }) } }];
  },
};

const NOTHING = { reason: 'it has neither an id nor a name' };
const TWO_COLUMNS = { reason: 'without headings, two columns are a name, and true or false' };

function botUserOf(fields: Readonly<Record<string, string>>): Reading<WantedBotUser> {
  const { id = '', name = '', active: text = '' } = fields;
  const active = switchIn(text);
  if (id + name === '') return NOTHING;
  if (text !== '' && active === undefined) return notSwitch(text, 'active');
  return {
    item: {
      ...(id !== '' && { id }),
      ...(name !== '' && { name }),
      ...(active !== undefined && { active }),
    },
  };
}

/** What the export of states says where there is nothing to switch. */
const UNSTATED = ['', 'none', 'not found', 'no access', 'not readable', 'not checked'];

const routeLines: ListMeaning<WantedRoute> = {
  isTable: true,
  names: {
    label: ['label', 'name'],
    edge: ['edge', 'edgeid', 'httpsedgeid'],
    route: ['id', 'route', 'routeid'],
    enabled: ['enabled', 'state'],
    policies: ['ippolicyids', 'policies'],
  },
  headings: [['edge', 'route']],
  lists: ['routes'],
  fromCells: () => [{ reason: 'it needs headings above it: edge_id, id, enabled, ip_policy_ids' }],
  fromFields({ label = '', edge = '', route = '', enabled: text = '', policies }) {
    const wrong = [edge, route].find((id) => !isAddressable(id));
    if (wrong === '') return [{ reason: 'it needs an edge_id and an id' }];
    if (wrong !== undefined) return [{ reason: `“${wrong}” cannot be an id` }];
    const enabled = switchIn(text);
    if (enabled === undefined && !UNSTATED.includes(text.toLowerCase()))
      return [notSwitch(text, 'enabled')];
    const ids = policies?.split(/[\s,;]+/).filter((id) => id !== '');
    // Without a state an empty cell is no wish for a route without policies.
    const isStated = ids && (ids.length > 0 || enabled !== undefined);
    return [
      {
        item: {
          edge_id: edge,
          id: route,
          label: label || route,
          ...(enabled !== undefined && { enabled }),
          ...(isStated && { ip_policy_ids: [...new Set(ids)] }),
        },
      },
    ];
  },
};
