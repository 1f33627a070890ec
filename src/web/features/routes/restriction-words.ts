import {
  difference,
  onOff,
  restrictionText,
  undoneByYours,
  type Difference,
  type Restriction,
} from '#web/features/routes/restriction.ts';
import { count, shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

type MaybeRestriction = Restriction | null;
/** Of a policy; empty where it has none. */
export type NameOf = (id: string) => string;

export const EMPTY_RISK =
  'The service does not say what this does. It may block everyone or no one.';

/** It needs a consent of its own. */
export const isOnAndEmpty = (wanted: MaybeRestriction) =>
  wanted?.enabled === true && wanted.ip_policy_ids.length === 0;

/** What a person should know before a change is applied; an empty list stands for no known risk, not for safety. */
export function warningsOf(before: MaybeRestriction, wanted: Restriction, nameOf: NameOf) {
  const { removed, enabled } = difference(before, wanted);
  const names = removed.map((id) => nameOf(id) || id);
  return [
    enabled === true && {
      title: 'IP restriction turns on.',
      text: 'Addresses that no policy allows may lose access.',
    },
    enabled === false &&
      before && {
        title: 'IP restriction turns off.',
        text: 'The policies stay, but no IP address is checked any more.',
      },
    wanted.enabled &&
      removed.length > 0 && {
        title: 'You could lock people out.',
        text: `${removedText(names)} removed from a route whose IP restriction is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.`,
      },
    isOnAndEmpty(wanted) && { title: 'On without a policy.', text: EMPTY_RISK },
  ].filter((warning) => typeof warning === 'object' && warning !== null);
}

/**
 * The subject of a sentence: `Office is`, `Office and 2 other policies are`.
 *
 * @param names ids where they have none
 */
export function removedText([first = '', ...others]: string[]): string {
  const name = shorten(toSafeLine(first));
  if (others.length === 0) return `${name} is`;
  return `${name} and ${count(others.length, 'other policy', 'other policies')} are`;
}

/** More than so many are counted, not named. */
const NAMED_MAX = 3;

/** `ipp_office and ipp_monitoring`, by their names where they have some; `5 policies` */
export function policiesText(ids: readonly string[], nameOf: NameOf): string {
  if (ids.length > NAMED_MAX) return count(ids.length, 'policy', 'policies');
  return listText(ids.map((id) => shorten(toSafeLine(nameOf(id) || id))));
}

const listText = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const actsOf = ({ added, removed, enabled }: Difference, nameOf: NameOf) => ({
  turn: enabled === undefined ? [] : [onOff(enabled)],
  remove: removed.length > 0 ? [policiesText(removed, nameOf)] : [],
  add: added.length > 0 ? [policiesText(added, nameOf)] : [],
});

/** `They removed ipp_office and ipp_monitoring; you added ipp_partners.` */
export function conflictText(
  base: MaybeRestriction,
  theirs: MaybeRestriction,
  yours: MaybeRestriction,
  nameOf: NameOf,
): string {
  const did = (after: MaybeRestriction) => {
    if (after === null) return 'removed the IP restriction';
    if (base === null) return `added an IP restriction (${restrictionText(after)})`;
    const { turn, remove, add } = actsOf(difference(base, after), nameOf);
    return listText([
      ...turn.map((state) => `turned the IP restriction ${state}`),
      ...remove.map((policies) => `removed ${policies}`),
      ...add.map((policies) => `added ${policies}`),
    ]);
  };
  return `They ${did(theirs)}; you ${did(yours)}.`;
}

/** `turns it on, removes ipp_vpn`: of theirs, where yours is applied as it is; empty where nothing is undone. */
export function undoneText(
  base: MaybeRestriction,
  theirs: Restriction,
  yours: Restriction,
  nameOf: NameOf,
): string {
  const { turn, remove, add } = actsOf(undoneByYours(base, theirs, yours), nameOf);
  return [
    ...turn.map((state) => `turns it ${state}`),
    ...remove.map((policies) => `removes ${policies}`),
    ...add.map((policies) => `puts back ${policies}`),
  ].join(', ');
}

/** What a change of the present state does, for a button: `1 policy removed, 1 added`. */
export function changeText(now: MaybeRestriction, wanted: Restriction): string {
  const { added, removed, enabled } = difference(now, wanted);
  const policies = removed.length > 0 ? '' : added.length === 1 ? ' policy' : ' policies';
  return [
    ...(enabled === undefined ? [] : [`IP restriction ${onOff(enabled)}`]),
    ...(removed.length > 0 ? [`${count(removed.length, 'policy', 'policies')} removed`] : []),
    ...(added.length > 0 ? [`${added.length}${policies} added`] : []),
  ].join(', ');
}

type NotApplied = Record<'isUnchanged' | 'isCheck' | 'hasTag', boolean> & {
  wanted: MaybeRestriction;
};

/** Why nothing was changed, beside the present state. `isUnchanged`: it is the one that the person has seen. */
export function notAppliedText({ wanted, isUnchanged, isCheck, hasTag }: NotApplied): string {
  if (!isUnchanged) return 'It was changed elsewhere. This is how it is now.';
  if (isCheck) return `It is as it was before. ${wanted ? 'Apply again.' : 'Remove it again.'}`;
  return hasTag
    ? 'It was changed elsewhere and changed back. Try again.'
    : 'The service reports a change, but nothing differs. The next try skips this check.';
}
