import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { isSameModule, onOff } from '#web/features/routes/module-read.ts';
import { count } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/table/labels.ts';

export interface Draft {
  /** As it was read; `null` where the route has no module yet. */
  base: IpRestrictionReplace | null;
  /** What would be sent: ids of the base first, in their order. */
  wanted: IpRestrictionReplace;
}

export const startDraft = (base: IpRestrictionReplace | null): Draft => ({
  base,
  wanted: base ?? { enabled: true, ip_policy_ids: [] },
});

/** The draft that would turn `base` into `wanted`: for undo, and for applying over somebody else's change. */
export function draftTowards(
  base: IpRestrictionReplace | null,
  { enabled, ip_policy_ids }: IpRestrictionReplace,
): Draft {
  const previous = base?.ip_policy_ids ?? [];
  const kept = previous.filter((id) => ip_policy_ids.includes(id));
  const added = ip_policy_ids.filter((id) => !previous.includes(id));
  return { base, wanted: { enabled, ip_policy_ids: [...kept, ...added] } };
}

export const setEnabled = ({ base, wanted }: Draft, enabled: boolean): Draft => ({
  base,
  wanted: { ...wanted, enabled },
});

/** @returns `repeated` counts ids that were in the list, or in the same paste, already */
export function addIds({ base, wanted }: Draft, ids: string[]) {
  const fresh = [...new Set(ids)].filter((id) => !wanted.ip_policy_ids.includes(id));
  const ip_policy_ids = [...wanted.ip_policy_ids, ...fresh];
  return {
    draft: draftTowards(base, { ...wanted, ip_policy_ids }),
    added: fresh.length,
    repeated: ids.length - fresh.length,
  };
}

export const removeId = ({ base, wanted }: Draft, removed: string): Draft => ({
  base,
  wanted: { ...wanted, ip_policy_ids: wanted.ip_policy_ids.filter((id) => id !== removed) },
});

export const removeAll = ({ base, wanted }: Draft): Draft => ({
  base,
  wanted: { ...wanted, ip_policy_ids: [] },
});

export interface DraftRow {
  id: string;
  status: 'kept' | 'added' | 'removed';
}

/** Rows keep their places; a removed one stays until it is applied. */
export function rowsOf({ base, wanted }: Draft): DraftRow[] {
  const previous = new Set(base?.ip_policy_ids);
  const left = new Set(wanted.ip_policy_ids);
  const added = wanted.ip_policy_ids.filter((id) => !previous.has(id));
  return [
    ...[...previous].map((id): DraftRow => ({ id, status: left.has(id) ? 'kept' : 'removed' })),
    ...added.map((id): DraftRow => ({ id, status: 'added' })),
  ];
}

export interface Changes {
  /** The state before; absent when enforcement stays as it is. A new module counts as a change of it. */
  enforcement?: 'none' | 'on' | 'off';
  added: string[];
  removed: string[];
}

/** Order is no change: the API gives it no meaning, and nothing here can move a row. */
export function changesOf(draft: Draft): Changes {
  const { base, wanted } = draft;
  const rows = rowsOf(draft);
  const idsOf = (status: DraftRow['status']) =>
    rows.filter((row) => row.status === status).map(({ id }) => id);
  return {
    ...(base?.enabled !== wanted.enabled && { enforcement: base ? onOff(base.enabled) : 'none' }),
    added: idsOf('added'),
    removed: idsOf('removed'),
  };
}

/** The switch counts one, and so does each id. */
export const countChanges = ({ enforcement, added, removed }: Changes): number =>
  (enforcement === undefined ? 0 : 1) + added.length + removed.length;

/** Whether leaving would lose something that was done by hand; a new form as it opens is nothing yet. */
export const isTouched = ({ base, wanted }: Draft): boolean =>
  !isSameModule(wanted, startDraft(base).wanted);

interface Warning {
  title: string;
  text: string;
}

/** What a person should know before this draft is applied; an empty list stands for no known risk, not for safety. */
export function warningsOf(draft: Draft): Warning[] {
  const { enforcement, removed } = changesOf(draft);
  const { enabled } = draft.wanted;
  const warnings: Warning[] = [];
  const warn = (title: string, text: string) => warnings.push({ title, text });
  if (enabled && enforcement !== undefined)
    warn('Enforcement turns on.', 'Addresses that no policy allows may lose access.');
  if (!enabled && enforcement === 'on')
    warn('Enforcement turns off.', 'The policies stay but are not applied to traffic.');
  if (enabled && removed.length > 0)
    warn(
      'You could lock people out.',
      `${removedText(removed)} removed while enforcement is on. This app cannot see the addresses inside a policy, so it cannot tell whether yours is still let in.`,
    );
  if (isEnforcedEmpty(draft))
    warn(
      'Enforced with no policy.',
      'The service does not say what this does. It may block everyone or no one.',
    );
  return warnings;
}

function removedText([first = '', ...others]: string[]): string {
  if (others.length === 0) return `${toSafeLine(first)} is`;
  return `${toSafeLine(first)} and ${count(others.length, 'other policy', 'other policies')} are`;
}

/** Needs a consent of its own: nobody knows whether it blocks everyone or no one. */
export const isEnforcedEmpty = ({ wanted }: Draft) =>
  wanted.enabled && wanted.ip_policy_ids.length === 0;
