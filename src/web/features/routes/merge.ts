import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { changesOf } from '#web/features/routes/draft.ts';
import { onOff } from '#web/features/routes/module-read.ts';
import { count } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

type Module = IpRestrictionReplace;

/** What one side has done since both began from the same. */
export interface SideChanges {
  added: string[];
  removed: string[];
  /** What it was set to, where that is new. */
  enabled?: boolean;
}

export interface Merge {
  theirs: SideChanges;
  mine: SideChanges;
  /** Theirs with what this person has changed: ids in the order of theirs, then those added. */
  merged: Module;
}

const changesSince = (base: Module | null, wanted: Module): SideChanges => {
  const { added, removed, enforcement } = changesOf({ base, wanted });
  return { added, removed, ...(enforcement !== undefined && { enabled: wanted.enabled }) };
};

/**
 * Three ways. Two changes of a set cannot contradict each other; enforcement can, where both sides made a new module:
 * then it is as this person wants it.
 *
 * @param base what both began from; `null`: there was no module
 */
export function merge(base: Module | null, theirs: Module, mine: Module): Merge {
  const byThem = changesSince(base, theirs);
  const byMe = changesSince(base, mine);
  const removed = new Set(byMe.removed);
  const kept = theirs.ip_policy_ids.filter((id) => !removed.has(id));
  return {
    theirs: byThem,
    mine: byMe,
    merged: {
      enabled: byMe.enabled ?? theirs.enabled,
      ip_policy_ids: [...new Set([...kept, ...byMe.added])],
    },
  };
}

/** More than so many are counted, not named. */
const NAMED_MAX = 3;

/** Of a policy; empty where it has none. */
type NameOf = (id: string) => string;

/** `ipp_office and ipp_monitoring`, by their names where they have some; `5 policies` */
export function policiesText(ids: readonly string[], nameOf: NameOf): string {
  if (ids.length > NAMED_MAX) return count(ids.length, 'policy', 'policies');
  return listText(ids.map((id) => toSafeLine(nameOf(id) || id)));
}

const listText = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/**
 * `They removed ipp_office and ipp_monitoring; you added ipp_partners.`
 *
 * @param theirs `null`: they removed the module
 */
export function conflictSentence(
  base: Module | null,
  theirs: Module | null,
  mine: Module,
  nameOf: NameOf,
): string {
  const did = (after: Module | null) => {
    if (after === null) return 'removed the IP restriction';
    const { added, removed, enabled } = changesSince(base, after);
    if (base === null)
      return `added an IP restriction (enforcement ${onOff(after.enabled)}, ${policiesText(added, nameOf) || 'no policy'})`;
    const words = [
      ...(enabled === undefined ? [] : [`turned enforcement ${onOff(enabled)}`]),
      ...(removed.length > 0 ? [`removed ${policiesText(removed, nameOf)}`] : []),
      ...(added.length > 0 ? [`added ${policiesText(added, nameOf)}`] : []),
    ];
    return listText(words);
  };
  return `They ${did(theirs)}; you ${did(mine)}.`;
}

/** What a change of what is live would do, for a button: `1 policy removed, 1 added`. */
export function changeText(live: Module | null, wanted: Module): string {
  const { added, removed, enabled } = changesSince(live, wanted);
  const policies = removed.length > 0 ? '' : added.length === 1 ? ' policy' : ' policies';
  return [
    ...(enabled === undefined ? [] : [`enforcement ${onOff(enabled)}`]),
    ...(removed.length > 0 ? [`${count(removed.length, 'policy', 'policies')} removed`] : []),
    ...(added.length > 0 ? [`${added.length}${policies} added`] : []),
  ].join(', ');
}

/** What of theirs is undone where mine is applied as it is. */
export function undoneByMine(base: Module | null, theirs: Module, mine: Module): SideChanges {
  const byThem = changesSince(base, theirs);
  const over = changesSince(theirs, mine);
  const [added, removed] = [new Set(byThem.added), new Set(byThem.removed)];
  return {
    removed: over.removed.filter((id) => added.has(id)),
    added: over.added.filter((id) => removed.has(id)),
    ...(byThem.enabled !== undefined && over.enabled !== undefined && { enabled: over.enabled }),
  };
}
