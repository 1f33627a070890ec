import { lineOf, withNameConflicts } from '#bulk/bot-user-target.ts';
import type { WantedBotUser, WantedRoute } from '#bulk/desired-file.ts';
import { inSlices, type Slices } from '#bulk/in-slices.ts';
import { conflictOf, type PlanLine } from '#bulk/job.ts';
import { holds } from '#bulk/make-change.ts';
import { placeText, type Place, type ReadList, type UnreadableLine } from '#bulk/read-list.ts';
import { isOnAndEmpty, type Restriction, type RestrictionRead } from '#bulk/restriction.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { kindOf } from '#bulk/route-target.ts';
import type { BotUser } from '#contract/bot-user.ts';

/** A line of a plan, and where it stands in the file. */
type Placed = PlanLine & { place: Place };

/**
 * What makes the account as the file says, in the order of the file. What cannot be read or done is a conflict, and
 * changes nothing about the other lines.
 *
 * @param rows of the whole account
 * @param options `deletesMissing`: deletes what the file does not name, unless something in it is a conflict
 */
export const planBotUsers = (
  list: ReadList<WantedBotUser>,
  rows: readonly BotUser[],
  options: { deletesMissing: boolean },
): Promise<PlanLine[]> => inSlices(botUserLines(list, rows, options));

function* botUserLines(
  { items, unreadable, isPart }: ReadList<WantedBotUser>,
  rows: readonly BotUser[],
  { deletesMissing }: { deletesMissing: boolean },
): Slices<PlanLine[]> {
  const account = yield* indexOf(rows);
  const found: Placed[] = [];
  for (const place of items) {
    found.push({ ...lineFor(place.item, account), place });
    yield;
  }
  const unique = withoutRepeats(found);
  yield;
  const wanted = withNameConflicts(unique, account.byName);
  yield;
  const part = isPart && deletesMissing ? [PART] : [];
  const lines = inOrder([...part, ...wanted, ...unreadable.map(unreadableLine)]);
  if (!deletesMissing || lines.some(({ kind }) => kind === 'conflict')) return lines;
  const kept = new Set(lines.map(({ id }) => id));
  for (const bot of rows) {
    if (!kept.has(bot.id)) lines.push(lineOf(bot, null));
    yield;
  }
  return lines;
}

/**
 * What makes the IP restrictions as the file says, in the order of the file. It removes none.
 *
 * @param reads by `routeKey`: what each route has now, or why that is not known
 * @param reasonOf why a read has failed, as a sentence
 */
export function planRoutes(
  { items, unreadable }: ReadList<WantedRoute>,
  reads: ReadonlyMap<string, RestrictionRead | Error>,
  reasonOf: (error: unknown) => string,
): PlanLine[] {
  const found = items.map((place) => {
    const id = routeKey(place.item);
    const read = reads.get(id);
    const line =
      read === undefined || read instanceof Error
        ? conflictOf(place.item.label, `Cannot be read: ${reasonOf(read)}`, id)
        : routeLine(place.item, id, read);
    return { ...line, place };
  });
  return inOrder([...withoutRepeats(found), ...unreadable.map(unreadableLine)]);
}

function routeLine(item: WantedRoute, id: string, read: RestrictionRead): PlanLine {
  const { label, enabled, ip_policy_ids } = item;
  const { restriction: before, missing } = read;
  if (missing) return conflictOf(label, `This ${missing} does not exist`, id);
  if (before === null && ip_policy_ids === undefined) {
    if (enabled) return conflictOf(label, 'No IP restriction to turn on: list its policies', id);
    return { id, label, before, after: null, kind: 'no-change' };
  }
  const after: Restriction = {
    enabled: enabled ?? before?.enabled ?? true,
    ip_policy_ids: ip_policy_ids ?? before?.ip_policy_ids ?? [],
  };
  const kind = kindOf({ before, after });
  const isDoubtful = kind !== 'no-change' && isOnAndEmpty(after);
  return { id, label, before, after, kind, ...(isDoubtful && { note: 'On without a policy' }) };
}

/** What it does not name may be in the rest. */
const PART: Placed = {
  ...conflictOf('The list', 'It is a part of a longer one'),
  place: { line: 1 },
};

const unreadableLine = ({ text, reason, ...place }: UnreadableLine): Placed => {
  return { ...conflictOf(text, `Cannot be read: ${reason}`), place };
};

/** What is said twice counts once; what is said in two ways is not done at all. */
function withoutRepeats(all: readonly Placed[]): Placed[] {
  const groups = new Map<string, Placed[]>();
  for (const placed of all) {
    const { id, label, kind } = placed;
    if (kind === 'conflict') continue;
    const key = id || `\n${label}`; // an id begins with no line break
    const group = groups.get(key);
    if (group) group.push(placed);
    else groups.set(key, [placed]);
  }
  const changed = new Map<Placed, Placed>();
  for (const group of groups.values()) {
    const [first, second] = group;
    if (!first || !second) continue;
    const isRepeated = group.every(({ after }) => holds(after, first.after));
    const note = isRepeated
      ? `Repeats ${placeText(first.place).toLowerCase()}`
      : `${group.length} lines say different things about it`;
    for (const placed of isRepeated ? group.slice(1) : group)
      changed.set(placed, { ...placed, kind: isRepeated ? 'no-change' : 'conflict', note });
  }
  return all.map((placed) => changed.get(placed) ?? placed);
}

/** In the order of the file; a conflict says where it is. */
const inOrder = (all: readonly Placed[]): PlanLine[] =>
  all
    .toSorted((a, b) => a.place.line - b.place.line || (a.place.entry ?? 0) - (b.place.entry ?? 0))
    .map(({ place, ...line }) =>
      line.kind === 'conflict' ? { ...line, note: `${placeText(place)}: ${line.note}` } : line,
    );

/** A service may keep blanks around a name, and files have other line breaks and other forms of a letter. */
const nameKey = (name: string) => name.normalize().replaceAll(/\r\n?/g, '\n').trim();

interface Account {
  byId: ReadonlyMap<string, BotUser>;
  byName: ReadonlyMap<string, readonly BotUser[]>;
  /** A line without headings may hold the id of what was deleted: that is no name for a new one. */
  looksLikeId: (text: string) => boolean;
}

function* indexOf(rows: readonly BotUser[]): Slices<Account> {
  const byId = new Map<string, BotUser>();
  const byName = new Map<string, BotUser[]>();
  for (const bot of rows) {
    const key = nameKey(bot.name);
    const alike = byName.get(key);
    if (alike) alike.push(bot);
    else byName.set(key, [bot]);
    byId.set(bot.id, bot);
    yield;
  }
  const [{ id: example } = { id: '' }] = rows;
  const prefix = example.slice(0, example.indexOf('_') + 1);
  return {
    byId,
    byName,
    looksLikeId: (text) =>
      prefix !== '' && text.startsWith(prefix) && text.length >= example.length,
  };
}

/** An id finds its bot user, else a name that only one has; else a new one is wanted. */
function lineFor(wanted: WantedBotUser, account: Account): PlanLine {
  const { id, either, active } = wanted;
  const name = wanted.name ?? either;
  const key = name === undefined ? undefined : nameKey(name);
  const byOwnId = account.byId.get(id ?? either ?? '');
  const alike = account.byName.get(key ?? '') ?? [];
  if (!byOwnId && alike.length > 1)
    return conflictOf(name ?? '', `${alike.length} bot users have this name: give the id`);
  const bot = byOwnId ?? alike[0];
  if (bot) {
    const isRenamed = wanted.name !== undefined && key !== nameKey(bot.name);
    const next = { name: (isRenamed && key) || bot.name, active: active ?? bot.active };
    return lineOf(bot, next);
  }
  if (key === undefined || (either !== undefined && account.looksLikeId(either)))
    return conflictOf(name ?? id ?? '', 'No bot user has this id');
  const after = { name: key, active: active ?? true };
  return { id: '', label: key, before: null, after, kind: 'create' };
}
