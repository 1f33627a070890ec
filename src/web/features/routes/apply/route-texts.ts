import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { changesOf, EMPTY_RISK, removedText } from '#web/features/routes/draft.ts';
import { onOff } from '#web/features/routes/module-read.ts';
import { policyBook } from '#web/features/routes/policies/policy-book.ts';
import type { PlanWarning, StatePart } from '#web/jobs/job.ts';
import { count, shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

/** A change of the module of one route; `null`: it has none. */
export interface ModuleChange {
  label: string;
  before: IpRestrictionReplace | null;
  after: IpRestrictionReplace | null;
}

/** Policies that one side of a change names; the others are a number. */
const NAMED = 50;

/** Enforcement, how many policies, then each that the other side has not. */
export function describeModule(
  { enabled, ip_policy_ids }: IpRestrictionReplace,
  other: IpRestrictionReplace | null,
): StatePart[] {
  const theirs = new Set(other?.ip_policy_ids);
  const own = ip_policy_ids.filter((id) => !theirs.has(id));
  const { nameOf } = policyBook();
  const more = own.length - NAMED;
  return [
    { text: `Enforcement ${onOff(enabled)}`, differs: enabled !== other?.enabled },
    { text: policies(ip_policy_ids.length), differs: false },
    ...own.slice(0, NAMED).map((id): StatePart => {
      const name = nameOf(id);
      return name === '' ? { text: id, differs: true } : { text: name, id, differs: true };
    }),
    ...(more > 0 ? [{ text: `and ${policies(more)} more`, differs: true }] : []),
  ];
}

const policies = (value: number) => count(value, 'policy', 'policies');

/** What a person should know before these changes are made. One sentence for each risk, however many routes bear it. */
export function warningsOfModules(changes: readonly ModuleChange[]): PlanWarning[] {
  const turnsOn = changes.filter(({ before, after }) => after?.enabled && !before?.enabled);
  const turnsOff = changes.filter(({ before, after }) => before?.enabled && !after?.enabled);
  const loses = changes.filter(({ after }) => after?.enabled).filter(hasLoss);
  const isEmpty = changes.filter(({ after }) => after?.enabled && after.ip_policy_ids.length === 0);
  return [
    ...warning(turnsOn, 'Enforcement turns on for', (routes) => {
      const isNew = routes.filter(({ before }) => before === null);
      const wasOff = routes.filter(({ before }) => before !== null);
      return sentences(
        some(wasOff, 'has it off now', 'have it off now'),
        some(isNew, 'has no IP restriction now', 'have no IP restriction now'),
        'Addresses that no policy allows lose access there.',
      );
    }),
    ...warning(turnsOff, 'Enforcement turns off for', (routes) =>
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
        `${lossText(routes)} removed while enforcement is on. The addresses inside a policy cannot be seen here, so check that yours is still let in.`,
    ),
    ...warning(isEmpty, 'Enforced with no policy:', () => EMPTY_RISK).map((each) => ({
      ...each,
      consent: 'I know the list is empty',
    })),
  ];
}

function warning(
  routes: readonly ModuleChange[],
  title: string,
  text: (routes: readonly ModuleChange[]) => string,
): PlanWarning[] {
  if (routes.length === 0) return [];
  return [{ title: `${title} ${count(routes.length, 'route')}.`, text: text(routes) }];
}

const removedOf = ({ before, after }: ModuleChange) =>
  after === null ? [] : changesOf({ base: before, wanted: after }).removed;
const hasLoss = (change: ModuleChange) => removedOf(change).length > 0;

function lossText(routes: readonly ModuleChange[]): string {
  const { nameOf } = policyBook();
  return removedText([...new Set(routes.flatMap(removedOf))].map((id) => nameOf(id) || id));
}

/** `us-checkout has it off now.`, `us-checkout and 3 others have it off now.` */
function some([first, ...others]: readonly ModuleChange[], one: string, many: string): string {
  if (first === undefined) return '';
  const name = shorten(toSafeLine(first.label));
  if (others.length === 0) return `${name} ${one}.`;
  return `${name} and ${count(others.length, 'other')} ${many}.`;
}

const sentences = (...texts: string[]) => texts.filter((text) => text !== '').join(' ');
