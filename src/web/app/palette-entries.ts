import type { BotUser } from '#contract/bot-user.ts';
import { shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

export interface PaletteEntry {
  text: string;
  kind: 'Page' | 'Command' | 'Bot user' | 'Route' | 'Address';
  /** Other words by which it is found. */
  words?: string;
  /** Leads to a page of the app. */
  to?: string;
  run?: () => void;
}

type KnownRoute = { edge_id: string; id: string; name: string };

export interface PaletteSources {
  commands: PaletteEntry[];
  botUsers: ReadonlyArray<Pick<BotUser, 'id' | 'name'>>;
  routes: readonly KnownRoute[];
  /** Hosts whose addresses mean the connected service. */
  hosts: readonly string[];
}

/** There may be thousands of each kind. */
const MOST = 8;

const pages: PaletteEntry[] = [
  { text: 'Go to bot users', kind: 'Page', to: paths.botUsers, words: 'list home' },
  { text: 'New bot user', kind: 'Page', to: paths.botUserNew, words: 'create add' },
  { text: 'Go to routes', kind: 'Page', to: paths.routes, words: 'ip restriction edges' },
  { text: 'Apply to many routes', kind: 'Page', to: paths.applyToRoutes, words: 'bulk' },
  { text: 'Go to settings', kind: 'Page', to: paths.settings, words: 'preferences key data' },
];

/** What fits a text: what it addresses, then what is called so, then what can be done with it. */
export function paletteEntries(typed: string, sources: PaletteSources): PaletteEntry[] {
  const text = typed.trim();
  const fixed = [...pages, ...sources.commands];
  if (text === '') return fixed;
  const addressed = addressedBy(text, sources.hosts);
  const named = [
    ...fixed.filter((entry) => fits(`${entry.text} ${entry.words ?? ''}`, text)),
    ...first(sources.botUsers, ({ name, id }) => contains(name, text) || id === text).map(
      ({ id, name }) => botUser(id, toSafeLine(name)),
    ),
    ...first(
      sources.routes,
      ({ name, edge_id, id }) => contains(name, text) || edge_id === text || id === text,
    ).map((known) => route(known.edge_id, known.id, toSafeLine(known.name))),
  ].filter(canOpen);
  const isKnown = ({ to }: PaletteEntry) => named.some((entry) => entry.to === to);
  const offers = addressed.length > 0 ? [] : offersOf(text);
  return [...addressed.filter((entry) => !isKnown(entry)), ...named, ...offers];
}

/** An entry of an id that cannot be part of an address is left out. */
const canOpen = ({ to, run }: PaletteEntry) => to !== undefined || run !== undefined;

function botUser(id: string, name: string): PaletteEntry {
  const to = pathTo(paths.botUser, { botUserId: id });
  return { text: `Open bot user ${name || id}`, kind: 'Bot user', ...(to && { to }) };
}

function route(edgeId: string, routeId: string, name = ''): PaletteEntry {
  const to = pathTo(paths.ipRestriction, { edgeId, routeId });
  const text = `Open route ${name || `${edgeId} / ${routeId}`}`;
  return { text, kind: 'Route', ...(to && { to }) };
}

/** An id, an edge id with a route id, or an address of the service or of this page. */
function addressedBy(text: string, hosts: readonly string[]): PaletteEntry[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !hosts.includes(url.host)) return [];
  const path = url?.pathname ?? text;
  const [, bot] = /\/bot[_-]users\/([^/?#\s]+)/.exec(path) ?? [];
  const [, edgeId, routeId] =
    /\/edges\/(?:https\/|tcp\/|tls\/)?([^/?#\s]+)\/routes\/([^/?#\s]+)/.exec(path) ??
    /^(edghts_\w+)[\s,;]+(edghtsrt_\w+)$/.exec(text) ??
    [];
  if (edgeId && routeId)
    return [{ ...route(edgeId, routeId), kind: 'Address' as const }].filter(canOpen);
  const id = bot ?? (/^bot_\w+$|^(?!edghts)[a-z]+_\w{6,}$/i.test(text) ? text : undefined);
  if (id === undefined) return [];
  const shown = `by id ${shorten(toSafeLine(id))}`;
  return [{ ...botUser(id, shown), kind: 'Address' as const }].filter(canOpen);
}

function offersOf(text: string): PaletteEntry[] {
  const offer = (does: string, path: string, field: string): PaletteEntry => ({
    text: `${does} “${shorten(toSafeLine(text))}”`,
    kind: 'Command',
    to: `${path}?${new URLSearchParams({ [field]: text })}`,
  });
  return [
    offer('New bot user named', paths.botUserNew, 'name'),
    offer('Filter loaded bot users by', paths.botUsers, 'q'),
  ];
}

const contains = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase());

/** Whether each word of the text begins one of the words. */
const fits = (words: string, text: string) =>
  split(text).every((wanted) => split(words).some((word) => word.startsWith(wanted)));

const split = (text: string) => text.toLowerCase().split(/[\s:]+/);

/** Stops at the eighth: a list may have 100,000 rows. */
function first<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (isWanted(item)) found.push(item);
    if (found.length === MOST) break;
  }
  return found;
}
