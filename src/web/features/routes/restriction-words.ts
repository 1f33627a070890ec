import type { PlanWarning, StatePart } from '#bulk/job.ts';
import {
  difference,
  isOnAndEmpty,
  type MaybeRestriction,
  type Restriction,
} from '#bulk/restriction.ts';
import { policyNames } from '#web/features/routes/policies.ts';
import { count, shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

const listText = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const countPolicies = (number: number) => count(number, 'policy', 'policies');

export const onOff = (enabled: boolean) => (enabled ? 'on' : 'off');

/** `on, 3 policies`; `none` */
export const restrictionText = (restriction: MaybeRestriction) =>
  restriction === null
    ? 'none'
    : `${onOff(restriction.enabled)}, ${countPolicies(restriction.ip_policy_ids.length)}`;

/** More policies than so many are counted in a sentence, not named. */
const NAMED_MAX = 3;

/** `Office Berlin and ipp_monitoring`; `5 policies` */
function policiesText(ids: readonly string[]): string {
  if (ids.length > NAMED_MAX) return countPolicies(ids.length);
  const { nameOf } = policyNames();
  return listText(ids.map((id) => shorten(toSafeLine(nameOf(id) || id))));
}

const DID = { turn: 'turned', remove: 'removed', add: 'added' };
const DOES = { turn: 'turns', remove: 'removes', add: 'adds' };

function actsText(verbs: typeof DID, before: MaybeRestriction, after: MaybeRestriction): string {
  if (after === null) return `${verbs.remove} the IP restriction`;
  if (before === null) return `${verbs.add} an IP restriction (${restrictionText(after)})`;
  const { added, removed, enabled } = difference(before, after);
  return listText([
    ...(enabled === undefined ? [] : [`${verbs.turn} the IP restriction ${onOff(enabled)}`]),
    ...(removed.length > 0 ? [`${verbs.remove} ${policiesText(removed)}`] : []),
    ...(added.length > 0 ? [`${verbs.add} ${policiesText(added)}`] : []),
  ]);
}

/** `removes Office Berlin and adds ipp_partners` */
export const differenceText = (before: MaybeRestriction, after: MaybeRestriction) =>
  actsText(DOES, before, after);

type Versions = { base: MaybeRestriction; theirs: MaybeRestriction; yours: MaybeRestriction };

/** `They removed Office Berlin and ipp_monitoring; you added ipp_partners.` */
export const conflictText = ({ base, theirs, yours }: Versions) =>
  `They ${actsText(DID, base, theirs)}; you ${actsText(DID, base, yours)}.`;

export type RestrictionPair = { before: MaybeRestriction; after: MaybeRestriction };

/**
 * What a person should know before these changes are made: each risk once, however many routes bear it. An empty list
 * stands for no known risk, not for safety.
 */
export function warningsOf(changes: readonly RestrictionPair[]): PlanWarning[] {
  const turned = (enabled: boolean) =>
    changes.filter(
      ({ before, after }) =>
        Boolean(after?.enabled) === enabled && Boolean(before?.enabled) !== enabled,
    );
  const lostBy = ({ before, after }: RestrictionPair) =>
    after?.enabled ? difference(before, after).removed : [];
  const ids = [...new Set(changes.flatMap(lostBy))];
  const risks: Array<PlanWarning & { of: readonly RestrictionPair[] }> = [
    {
      of: turned(true),
      title: 'IP restriction turns on',
      text: 'Addresses that no policy allows may lose access.',
    },
    {
      of: turned(false),
      title: 'IP restriction turns off',
      text: changes.some(({ after }) => after === null)
        ? 'No IP address is checked any more.'
        : 'The policies stay but are not applied to traffic.',
    },
    {
      // Of a single route its line says so, or the editor.
      of: changes.length > 1 ? changes.filter(isStillOff) : [],
      title: 'IP restriction stays off',
      text: 'The policies that are added are not applied until it is turned on.',
    },
    {
      of: changes.filter((change) => lostBy(change).length > 0),
      title: 'You could lock people out',
      text: `${policiesText(ids)} ${ids.length === 1 ? 'is' : 'are'} removed where the IP restriction is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.`,
    },
    {
      of: changes.filter(({ after }) => isOnAndEmpty(after)),
      title: 'On without a policy',
      text: 'The service does not say what this does. It may block everyone or no one. Some services refuse it.',
      consent: 'I know the list is empty',
    },
  ];
  return risks
    .filter(({ of }) => of.length > 0)
    .map(({ of, title, ...risk }) => ({
      ...risk,
      title: changes.length === 1 ? `${title}.` : `${title}: ${count(of.length, 'route')}.`,
    }));
}

const isStillOff = ({ before, after }: RestrictionPair) =>
  before?.enabled === false &&
  after?.enabled === false &&
  difference(before, after).added.length > 0;

/** Policies that one side of a line of a plan names; the others are a number. */
const PLAN_NAMED_MAX = 50;

/** One side of a change: on or off, how many policies, then each that the other side has not. */
export function describe(restriction: Restriction, other: MaybeRestriction): StatePart[] {
  const { enabled, ip_policy_ids } = restriction;
  const { added } = difference(other, restriction);
  const { nameOf } = policyNames();
  const more = added.length - PLAN_NAMED_MAX;
  return [
    { text: enabled ? 'On' : 'Off', differs: enabled !== other?.enabled },
    { text: countPolicies(ip_policy_ids.length), differs: false },
    ...added.slice(0, PLAN_NAMED_MAX).map((id): StatePart => {
      const name = nameOf(id);
      return name === '' ? { text: id, differs: true } : { text: name, id, differs: true };
    }),
    ...(more > 0 ? [{ text: `and ${countPolicies(more)} more`, differs: true }] : []),
  ];
}
