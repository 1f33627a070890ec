import { policyNames } from '#web/features/routes/policies.ts';
import { EMPTY_RISK, isOnAndEmpty, removedText } from '#web/features/routes/restriction-words.ts';
import { difference, type Restriction } from '#web/features/routes/restriction.ts';
import type { PlanWarning, StatePart } from '#web/jobs/job.ts';
import { count, shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

/** The change of one route; `null`: no IP restriction. */
export interface RouteChange {
  label: string;
  before: Restriction | null;
  after: Restriction | null;
}

/** Policies that one side of a change names; the others are a number. */
const NAMED = 50;

/** On or off, how many policies, then each that the other side has not. */
export function describe(
  { enabled, ip_policy_ids }: Restriction,
  other: Restriction | null,
): StatePart[] {
  const theirs = new Set(other?.ip_policy_ids);
  const own = ip_policy_ids.filter((id) => !theirs.has(id));
  const { nameOf } = policyNames();
  const more = own.length - NAMED;
  return [
    { text: enabled ? 'On' : 'Off', differs: enabled !== other?.enabled },
    { text: policies(ip_policy_ids.length), differs: false },
    ...own.slice(0, NAMED).map((id): StatePart => {
      const name = nameOf(id);
      return name === '' ? { text: id, differs: true } : { text: name, id, differs: true };
    }),
    ...(more > 0 ? [{ text: `and ${policies(more)} more`, differs: true }] : []),
  ];
}

const policies = (value: number) => count(value, 'policy', 'policies');

/** What a person should know before these changes are made: one sentence for each risk, however many routes bear it. */
export function warningsOfMany(changes: readonly RouteChange[]): PlanWarning[] {
  const turned = (enabled: boolean) =>
    changes.filter(
      ({ before, after }) =>
        Boolean(after?.enabled) === enabled && Boolean(before?.enabled) !== enabled,
    );
  const loses = changes.filter((change) => change.after?.enabled && removedOf(change).length > 0);
  const isEmpty = changes.filter(({ after }) => isOnAndEmpty(after));
  return [
    ...warning(turned(true), 'IP restriction turns on for', (routes) =>
      sentences(
        some(
          routes.filter(({ before }) => before !== null),
          'has it off now',
          'have it off now',
        ),
        some(
          routes.filter(({ before }) => before === null),
          'has no IP restriction now',
          'have no IP restriction now',
        ),
        'Addresses that no policy allows lose access there.',
      ),
    ),
    ...warning(turned(false), 'IP restriction turns off for', (routes) =>
      sentences(
        some(
          routes.filter(({ after }) => after === null),
          'loses its IP restriction',
          'lose their IP restriction',
        ),
        'No IP address is checked there any more.',
      ),
    ),
    ...warning(
      loses,
      'You could lock people out of',
      (routes) =>
        `${lossText(routes)} removed where the IP restriction is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.`,
    ),
    ...warning(isEmpty, 'On without a policy:', () => EMPTY_RISK).map((each) => ({
      ...each,
      consent: 'I know the list is empty',
    })),
  ];
}

function warning(
  routes: readonly RouteChange[],
  title: string,
  text: (routes: readonly RouteChange[]) => string,
): PlanWarning[] {
  if (routes.length === 0) return [];
  return [{ title: `${title} ${count(routes.length, 'route')}.`, text: text(routes) }];
}

const removedOf = ({ before, after }: RouteChange) =>
  after === null ? [] : difference(before, after).removed;

function lossText(routes: readonly RouteChange[]): string {
  const { nameOf } = policyNames();
  return removedText([...new Set(routes.flatMap(removedOf))].map((id) => nameOf(id) || id));
}

/** `us-checkout has it off now.`, `us-checkout and 3 others have it off now.` */
function some([first, ...others]: readonly RouteChange[], one: string, many: string): string {
  if (first === undefined) return '';
  const name = shorten(toSafeLine(first.label));
  if (others.length === 0) return `${name} ${one}.`;
  return `${name} and ${count(others.length, 'other')} ${many}.`;
}

const sentences = (...texts: string[]) => texts.filter((text) => text !== '').join(' ');
