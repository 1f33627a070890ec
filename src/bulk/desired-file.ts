import {
  areHeadings,
  emptyList,
  headOf,
  IGNORED,
  JSON_BEGINS,
  readLongList,
  type ListMeaning,
  type Reading,
  type ReadList,
} from '#bulk/read-list.ts';
import { isAddressable } from '#contract/endpoint.ts';

/** What a line says of a bot user. A field that it leaves out stays as it is. */
export interface WantedBotUser {
  id?: string;
  name?: string;
  /** What a line without headings says: an id if the account has it, else a name. */
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

/**
 * Text of UTF-8, of UTF-16 as spreadsheets write it, or of Windows' western letters. Broken characters of what is
 * otherwise UTF-8 become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isUtf8 = first === 0xef || !text.includes('\uFFFD') || /[^\0-\x7F\uFFFD]/.test(text);
  if (isUtf8) return text;
  const western = new TextDecoder('windows-1252').decode(bytes);
  // These are the bytes of U+FFFD itself, which a name may have: our own export would rename it.
  return western.includes('ï¿½') ? text : western;
}

/** What a key of a Gatehouse looks like; in a list it is there by mistake. */
const GATEHOUSE_KEY = /ghk_[\dA-Za-z]{33}/;

/** Whether a text has such a key, or one for which `isKey` holds. */
export const holdsKey = (text: string, isKey: (text: string) => boolean) =>
  GATEHOUSE_KEY.test(text) || isKey(text);

/** Finds out what a file is about, and reads it. */
export async function readDesiredFile(text: string): Promise<DesiredFile> {
  if (isOfRoutes(text)) return { target: 'route', list: await readLongList(text, routeLines) };
  // A list of names takes any text for a name.
  const isMarkup = /^\s*</.test(text);
  const markup = { ...emptyList<WantedBotUser>(), head: '', unreadable: [MARKUP] };
  return { target: 'bot-user', list: isMarkup ? markup : await readLongList(text, botUserLines) };
}

const MARKUP = { line: 1, text: '<', reason: 'it is a web page or XML, and no list' };

/** By the headings, or by the names of the first fields of JSON. */
function isOfRoutes(text: string): boolean {
  if (!JSON_BEGINS.test(text)) return headOf(text, routeLines).head !== undefined;
  const fields = text.slice(0, 4000).matchAll(/"([^"\\]+)"\s*:/g);
  const names = Array.from(fields, ([, name = '']) => name);
  return areHeadings(names, routeLines);
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
  names: {
    id: ['id', 'botid', 'botuserid'],
    [IGNORED]: ['uri', 'createdat'],
    name: ['name', 'botname', 'botuser', 'botusername', 'bezeichnung', 'nom', 'nombre', 'nome'],
    active: 'active isactive enabled state status aktiv actif activo attivo'.split(' '),
  },
  headings: [['id'], ['name']],
  lists: ['bot_users'],
  fromFields: botUserOf,
  fromCells(cells) {
    const [first = '', second = '', third = ''] = cells;
    if (cells.length > 3) return { reason: 'it has more than three columns and no headings' };
    if (cells.length === 3) return botUserOf({ id: first, name: second, active: third });
    const active = switchIn(second);
    if (first === '') return NOTHING;
    if (second !== '' && active === undefined) return TWO_COLUMNS;
    return { item: { either: first, ...(active !== undefined && { active }) } };
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

const NO_IDS = { reason: 'it needs an edge_id and an id' };

/** What the export of states says where there is nothing to switch. */
const UNSTATED = ['', 'none', 'not found', 'no access', 'not readable', 'not checked'];

const routeLines: ListMeaning<WantedRoute> = {
  names: {
    label: ['label', 'name'],
    edge: ['edge', 'edgeid', 'httpsedgeid'],
    route: ['id', 'route', 'routeid'],
    enabled: ['enabled', 'state'],
    policies: ['ippolicyids', 'policies'],
    [IGNORED]: ['pinned', 'policynames', 'checkedat'],
  },
  headings: [['edge', 'route']],
  lists: ['routes'],
  texts: 'policies',
  fromCells: () => NO_IDS,
  fromFields({ label = '', edge = '', route = '', enabled: text = '', policies }) {
    const wrong = [edge, route].find((id) => !isAddressable(id));
    if (wrong === '') return NO_IDS;
    if (wrong !== undefined) return { reason: `“${wrong}” cannot be an id` };
    const enabled = switchIn(text);
    if (enabled === undefined && !UNSTATED.includes(text.toLowerCase()))
      return notSwitch(text, 'enabled');
    const ids = policies?.split(/[\s,;]+/).filter((id) => id !== '');
    // Without a state an empty cell is no wish for a route without policies.
    const isStated = ids && (ids.length > 0 || enabled !== undefined);
    return {
      item: {
        edge_id: edge,
        id: route,
        label: label || route,
        ...(enabled !== undefined && { enabled }),
        ...(isStated && { ip_policy_ids: [...new Set(ids)] }),
      },
    };
  },
};
