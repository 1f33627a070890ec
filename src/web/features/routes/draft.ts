import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { isSameModule, onOff } from '#web/features/routes/module-read.ts';
import { count, shorten } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

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
  const { kept, added } = changesOf({ base, wanted: { enabled, ip_policy_ids } });
  return { base, wanted: { enabled, ip_policy_ids: [...kept, ...added] } };
}

const edit = ({ base, wanted }: Draft, fields: Partial<IpRestrictionReplace>): Draft => ({
  base,
  wanted: { ...wanted, ...fields },
});

export const setEnabled = (draft: Draft, enabled: boolean) => edit(draft, { enabled });

export const removeId = (draft: Draft, removed: string) =>
  edit(draft, { ip_policy_ids: draft.wanted.ip_policy_ids.filter((id) => id !== removed) });

export const removeAll = (draft: Draft) => edit(draft, { ip_policy_ids: [] });

/** @returns `repeated` counts ids that were in the list, or in the same paste, already */
export function addIds({ base, wanted }: Draft, ids: string[]) {
  const before = new Set(wanted.ip_policy_ids);
  const fresh = [...new Set(ids)].filter((id) => !before.has(id));
  const ip_policy_ids = [...wanted.ip_policy_ids, ...fresh];
  return {
    draft: draftTowards(base, { ...wanted, ip_policy_ids }),
    added: fresh.length,
    repeated: ids.length - fresh.length,
  };
}

export interface DraftRow {
  id: string;
  status: 'kept' | 'added' | 'removed';
}

/** Rows keep their places; a removed one stays until it is applied. */
export function rowsOf({ base, wanted }: Draft): DraftRow[] {
  const before = new Set(base?.ip_policy_ids);
  const after = new Set(wanted.ip_policy_ids);
  return [...new Set([...before, ...after])].map((id) => {
    if (!before.has(id)) return { id, status: 'added' };
    return { id, status: after.has(id) ? 'kept' : 'removed' };
  });
}

interface Changes {
  /** The state before; absent when enforcement stays as it is. A new module counts as a change of it. */
  enforcement?: 'none' | 'on' | 'off';
  kept: string[];
  added: string[];
  removed: string[];
}

/** Order is no change: the API gives it no meaning, and nothing here can move a row. */
export function changesOf({ base, wanted }: Draft): Changes {
  const before = new Set(base?.ip_policy_ids);
  const after = new Set(wanted.ip_policy_ids);
  return {
    ...(base?.enabled !== wanted.enabled && { enforcement: base ? onOff(base.enabled) : 'none' }),
    kept: [...before].filter((id) => after.has(id)),
    added: [...after].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => !after.has(id)),
  };
}

/** The switch counts one, and so does each id. */
export const countChanges = ({ enforcement, added, removed }: Changes): number =>
  (enforcement === undefined ? 0 : 1) + added.length + removed.length;

/** Whether leaving would lose something that was done by hand; a new form as it opens is nothing yet. */
export const isTouched = ({ base, wanted }: Draft): boolean =>
  !isSameModule(wanted, startDraft(base).wanted);

/** What a person should know before this draft is applied; an empty list stands for no known risk, not for safety. */
export function warningsOf(draft: Draft, nameOf: (id: string) => string = () => '') {
  const { enforcement, removed } = changesOf(draft);
  const { enabled } = draft.wanted;
  const warnings: Array<{ title: string; text: string }> = [];
  const warn = (title: string, text: string) => warnings.push({ title, text });
  if (enabled && enforcement !== undefined)
    warn('Enforcement turns on.', 'Addresses that no policy allows may lose access.');
  if (!enabled && enforcement === 'on')
    warn('Enforcement turns off.', 'The policies stay but are not applied to traffic.');
  if (enabled && removed.length > 0)
    warn(
      'You could lock people out.',
      `${removedText(removed.map((id) => nameOf(id) || id))} removed while enforcement is on. This app cannot see the addresses inside a policy, so it cannot tell whether yours is still let in.`,
    );
  if (isEnforcedEmpty(draft)) warn('Enforced with no policy.', EMPTY_RISK);
  return warnings;
}

export const EMPTY_RISK =
  'The service does not say what this does. It may block everyone or no one.';

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

/** Needs a consent of its own: nobody knows whether it blocks everyone or no one. */
export const isEnforcedEmpty = ({ wanted }: Draft) =>
  wanted.enabled && wanted.ip_policy_ids.length === 0;
