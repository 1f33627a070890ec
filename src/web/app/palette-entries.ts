import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { idInAddress } from '#web/features/bot-users/typed-id.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { shorten } from '#web/lib/format.ts';
import { paramsOf, paths, pathTo } from '#web/paths.ts';
import { labelsOf, toSafeLine } from '#web/ui/safe-line.ts';

/** What the palette can do: open an address of the app, or run a command. */
export type PaletteEntry = { text: string; to?: string | undefined; run?: () => void };

type Named = Pick<BotUser, 'id' | 'name'>;
export type PaletteSources = {
  commands: PaletteEntry[];
  botUsers: readonly Named[];
  routes: ReadonlyArray<Named & RouteIds>;
};

const pages: PaletteEntry[] = [
  { text: 'Go to bot users', to: paths.botUsers },
  { text: 'New bot user', to: paths.botUserNew },
  { text: 'Import bot users', to: paths.botUserImport },
  { text: 'Go to routes', to: paths.routes },
  { text: 'Apply to many routes', to: paths.applyToRoutes },
  { text: 'Go to IP policies', to: paths.policies },
  { text: 'Go to history', to: paths.history },
  { text: 'Go to settings', to: paths.settings },
];

/** What fits a text: the thing it addresses, things that are called so, and what can be done with it. */
export function paletteEntries(typed: string, sources: PaletteSources): PaletteEntry[] {
  const text = typed.trim();
  const wanted = foldCase(text);
  const fits = (words: string) => foldCase(words).includes(wanted);
  const fixed = [...pages, ...sources.commands].filter((entry) => fits(entry.text));
  if (text === '') return fixed;
  /** At most eight: first those that are called exactly so, then those whose names begin so. */
  function find<Item extends Named>(items: readonly Item[]): Item[] {
    const found = items.filter(({ id, name }) => fits(name) || id === text);
    const begin = found.filter(({ name }) => foldCase(name.slice(0, text.length)) === wanted);
    const exact = begin.filter(({ name }) => name.length === text.length);
    return [...new Set([...exact, ...begin.slice(0, 8), ...found.slice(0, 8)])].slice(0, 8);
  }
  const bots = find(sources.botUsers);
  const botLabels = labelsOf(bots, ({ id }) => id);
  const routes = find(sources.routes);
  const routeLabels = labelsOf(routes, routeKey);
  const named = [
    ...bots.map(({ id }) => botUser(id, botLabels.get(id))),
    ...routes.map((each) => route(each, routeLabels.get(routeKey(each)))),
  ];
  const addressed = addressedBy(text);
  const unknown = addressed.filter(({ to }) => !named.some((entry) => entry.to === to));
  const creation: PaletteEntry = {
    text: `New bot user named “${shorten(toSafeLine(text))}”`,
    to: `${paths.botUserNew}?${new URLSearchParams({ name: text })}`,
  };
  const all = [...unknown, ...fixed, ...named, ...(addressed.length > 0 ? [] : [creation])];
  // An id that cannot be part of an address leads nowhere.
  return all.filter(({ to, run }) => to !== undefined || run !== undefined);
}

const botUser = (id: string, label = `by id ${shorten(toSafeLine(id))}`): PaletteEntry => ({
  text: `Open bot user ${label}`,
  to: pathTo(paths.botUser, { botUserId: id }),
});

const route = (
  { edge_id, id }: RouteIds,
  label = toSafeLine(`${edge_id} / ${id}`),
): PaletteEntry => ({
  text: `Open route ${label}`,
  to: pathTo(paths.ipRestriction, { edge_id, id }),
});

/** An id, an edge id with a route id, or an address with them, whatever its origin: only the ids in it are used. */
function addressedBy(text: string): PaletteEntry[] {
  const [, edge, routeId] =
    /\/edges\/(?:https\/)?([^/\s]+)\/routes\/([^/?#\s]+)/.exec(text) ??
    /^(edghts_\w+)[\s,;]+(edghtsrt_\w+)$/.exec(text) ??
    [];
  const { edge_id, id } = paramsOf('/:edge_id/:id', `/${edge ?? ''}/${routeId ?? ''}`);
  if (edge_id && id) return [route({ edge_id, id })];
  const botUserId = idInAddress(text) ?? /^(?:bot_\w+|(?!edghts)[a-z]+_\w{6,})$/i.exec(text)?.[0];
  return botUserId ? [botUser(botUserId)] : [];
}
