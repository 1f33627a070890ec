import { paths, pathTo } from '#web/paths.ts';
import type { Page } from '#web/features/bot-users/data/pages.ts';
import { idIn, idInAddress } from '#web/features/bot-users/list/id-in.ts';
import { findRows } from '#web/features/bot-users/view/find-rows.ts';
import { arrange, type Entry, type Found } from '#web/features/palette/search.ts';
import { readCells } from '#web/features/routes/add/read-cells.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { filterRoutes } from '#web/features/routes/list/board.ts';
import { shorten } from '#web/lib/format.ts';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';

export type PaletteData = {
  /** Pages and commands. */
  fixed: Entry[];
  /** What is loaded of the bot users. */
  pages: readonly Page[];
  routes: readonly KnownRoute[];
  /** Of the connected service. */
  hosts: string[];
  isSecret: (text: string) => boolean;
  goTo: (address: string) => void;
};

/** Of each kind of thing that there may be thousands of. */
const MOST = 8;

/** What the palette has for a text. */
export function paletteEntries(text: string, data: PaletteData): Found {
  const typed = text.trim();
  if (data.isSecret(typed))
    return { entries: [], note: 'This holds your API key. It is not searched.' };
  if (typed === '') return { entries: arrange('', { ...NOTHING, fixed: data.fixed }) };
  const route = routeIn(typed, data);
  const bots = findRows(data.pages, typed, MOST);
  const matching = [
    ...botUserEntries(bots, data),
    ...filterRoutes(data.routes, { text: typed })
      .slice(0, MOST)
      .flatMap((each) => routeEntry(each, data)),
  ];
  const addressed = [
    ...(route.ids ? routeEntry({ ...route.ids, name: '' }, data, 'Address') : []),
    ...idEntry(typed, data),
  ];
  const isAddress = addressed.length > 0 || route.note !== undefined;
  return {
    entries: arrange(typed, {
      addressed: addressed.filter(({ id }) => matching.every((other) => other.id !== id)),
      fixed: data.fixed,
      matching,
      offers: isAddress ? [] : offersOf(typed, data),
    }),
    note: route.note,
  };
}

const NOTHING = { addressed: [], matching: [], offers: [] };

function botUserEntries(
  bots: ReadonlyArray<{ id: string; name: string }>,
  { goTo }: PaletteData,
): Entry[] {
  const labels = labelsOf([...bots], ({ id }) => id);
  return bots.flatMap(({ id }) => {
    const path = pathTo(paths.botUser, { botUserId: id });
    const text = labels.get(id) ?? '';
    const does = `Open bot user ${text}`;
    return path === undefined
      ? []
      : { id: path, text, kind: 'Bot user' as const, does, run: () => goTo(path) };
  });
}

function routeEntry(
  route: RouteIds & { name: string },
  { goTo }: PaletteData,
  kind: 'Route' | 'Address' = 'Route',
): Entry[] {
  const { edge_id, id, name } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });
  if (path === undefined) return [];
  const text = kind === 'Address' ? `Open route ${edge_id} / ${id}` : nameOf({ id, name });
  const does = kind === 'Address' ? text : `Open route ${text}`;
  return [{ id: path, text, kind, does, run: () => goTo(path) }];
}

/** An address, or an edge id and a route id that look like those. */
function routeIn(text: string, { hosts }: PaletteData): { ids?: RouteIds; note?: string } {
  const cells = text.split(/[\s,;]+/);
  const read = readCells(cells, hosts, { isStrict: true });
  if ('route' in read) return { ids: read.route };
  const isRoute = /\/edges\/|^edghts(rt)?_/.test(text);
  return isRoute ? { note: `Not a route to open: ${toSafeLine(read.reason)}.` } : {};
}

function idEntry(text: string, { pages, goTo }: PaletteData): Entry[] {
  const loaded = pages.flatMap(({ bot_users }) => bot_users.slice(0, 1));
  // With nothing loaded nobody knows what ids look like.
  const guessed = loaded.length === 0 && /^[a-z]+_\w{6,}$/i.test(text) ? text : undefined;
  const id = idInAddress(text) ?? idIn(text, loaded) ?? guessed;
  const path = id && pathTo(paths.botUser, { botUserId: id });
  return path
    ? [
        {
          id: path,
          text: `Open bot user by id ${shorten(toSafeLine(id))}`,
          kind: 'Address',
          run: () => goTo(path),
        },
      ]
    : [];
}

function offersOf(text: string, { goTo }: PaletteData): Entry[] {
  const offer = (does: string, path: string, field: string): Entry => ({
    id: `${path}?${field}`,
    text: `${does} “${shorten(toSafeLine(text))}”`,
    kind: 'Command',
    run: () => goTo(`${path}?${new URLSearchParams({ [field]: text })}`),
  });
  return [
    offer('New bot user named', paths.botUserNew, 'name'),
    offer('Filter loaded bot users by', paths.botUsers, 'q'),
  ];
}
