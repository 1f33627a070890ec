import type { State } from '#bulk/job.ts';
import { differingFields } from '#bulk/make-change.ts';
import type { RecordedChange, SingleChange } from '#web/jobs/journal.ts';
import { shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedName } from '#web/ui/untrusted-text.tsx';

/** Words of ours, and names. */
export type TextPart = string | { name: string };

const activeText = ({ active }: State) => (active === true ? 'active' : 'inactive');
const nameOf = ({ name }: State) => ({ name: typeof name === 'string' ? name : '' });

/** The state of a bot user, `named a and inactive`, without what is not known: `null`. */
export function stateParts(state: State, fields = Object.keys(state)): TextPart[] {
  const isSaid = (field: string) => fields.includes(field) && state[field] !== null;
  const name = isSaid('name') ? ['named ', nameOf(state)] : [];
  const active = isSaid('active') ? [activeText(state)] : [];
  return [...name, ...(name.length > 0 && active.length > 0 ? [' and '] : []), ...active];
}

export const stateText = (state: State, fields: string[]) => toText(stateParts(state, fields));

/** What happened, without a full stop. */
export function changeParts(change: RecordedChange): TextPart[] {
  if (change.jobId !== undefined) return [change.label];
  return change.target === 'route' ? routeParts(change) : botUserParts(change);
}

/** What happened as one text, for the name of a control. */
export const changeText = (change: RecordedChange) => toText(changeParts(change));

/** Each name by itself: its direction does not reach the words around it. */
export const TextParts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map((part, index) =>
    typeof part === 'string' ? part : <UntrustedName key={index} text={part.name} />,
  );

export const toText = (parts: readonly TextPart[]) =>
  parts.map((part) => (typeof part === 'string' ? part : shorten(toSafeLine(part.name)))).join('');

function botUserParts({ label: name, before, after }: SingleChange): TextPart[] {
  if (before === null) return [{ name }, ' created'];
  if (after === null) return [{ name }, ' deleted'];
  const isNow = `is now ${activeText(after)}`;
  if (before.name === after.name) return [{ name }, ` ${isNow}`];
  const renamed = ['Renamed from ', nameOf(before), ' to ', nameOf(after)];
  return before.active === after.active ? renamed : [...renamed, `, ${isNow}`];
}

function routeParts({ label: name, before, after }: SingleChange): TextPart[] {
  if (after === null) return ['IP restriction removed from ', { name }];
  return before !== null && differingFields(before, after).join() === 'enabled'
    ? [`IP restriction is now ${after['enabled'] === true ? 'on' : 'off'} for `, { name }]
    : ['IP restriction applied to ', { name }];
}
