import {
  emptyInput,
  isPending,
  takePolicies,
  type PolicyBook,
  type PolicyInput,
} from '#web/features/routes/policy-lines.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import {
  difference,
  isSame,
  toRestriction,
  type Restriction,
} from '#web/features/routes/restriction.ts';

/** Everything that is chosen and typed in the editor of one route. */
export interface Draft {
  /** The read that the form began with. */
  base: RestrictionRead;
  /** What would be sent. `null`: the route has no IP restriction, and nobody has asked for one. */
  wanted: Restriction | null;
  /** Not in the list yet. */
  input: PolicyInput;
  /** By id: why the service refused it. */
  refused: Readonly<Record<string, string>>;
}

export type Edit =
  | { kind: 'begin' }
  | { kind: 'enable'; enabled: boolean }
  | { kind: 'add' | 'remove'; ids: readonly string[] }
  | { kind: 'type'; input: PolicyInput }
  | { kind: 'refuse'; refused: Draft['refused'] }
  /** All at once: an Undo, or an earlier version. */
  | { kind: 'restore'; wanted: Restriction };

const FRESH: Restriction = { enabled: true, ip_policy_ids: [] };

export const openDraft = (base: RestrictionRead): Draft => ({
  base,
  wanted: base.restriction && toRestriction(base.restriction),
  input: emptyInput,
  refused: {},
});

export function editDraft(draft: Draft, edit: Edit): Draft {
  const wanted = draft.wanted ?? FRESH;
  const { ip_policy_ids: ids } = wanted;
  const withIds = (next: readonly string[]): Draft => ({
    ...draft,
    wanted: { ...wanted, ip_policy_ids: inOrder(draft.base, next) },
  });
  switch (edit.kind) {
    case 'begin':
      return { ...draft, wanted };
    case 'enable':
      return { ...draft, wanted: { ...wanted, enabled: edit.enabled } };
    case 'add':
      return withIds([...ids, ...edit.ids]);
    case 'remove': {
      const gone = new Set(edit.ids);
      const refused = Object.entries(draft.refused).filter(([id]) => !gone.has(id));
      return {
        ...withIds(ids.filter((id) => !gone.has(id))),
        refused: Object.fromEntries(refused),
      };
    }
    case 'type':
      return { ...draft, input: edit.input };
    case 'refuse':
      return { ...draft, refused: edit.refused };
    case 'restore':
      return {
        ...draft,
        wanted: { ...edit.wanted, ip_policy_ids: inOrder(draft.base, edit.wanted.ip_policy_ids) },
      };
  }
}

/** Before a review: policies that are still in the field were meant. What cannot be read stays there, with its error. */
export function withTyped(draft: Draft, book: PolicyBook): Draft {
  const { text, unknown } = draft.input;
  if (text.trim() === '') return { ...draft, input: { ...draft.input, error: '' }, refused: {} };
  const { ids, input } = takePolicies(text, book);
  return {
    ...editDraft(draft, { kind: 'add', ids }),
    input: { ...input, unknown: [...new Set([...unknown, ...input.unknown])] },
    refused: {},
  };
}

/** Each once: those that were read first, in their order, so that a policy that is put back finds its place. */
function inOrder({ restriction }: RestrictionRead, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  const read = restriction?.ip_policy_ids.filter((id) => wanted.has(id)) ?? [];
  return [...new Set([...read, ...ids])];
}

export interface PolicyRow {
  id: string;
  status: 'kept' | 'added' | 'removed';
}

/** Rows keep their places; a removed one stays until it is applied. */
export function rowsOf({ base, wanted }: Pick<Draft, 'base' | 'wanted'>): PolicyRow[] {
  const before = base.restriction?.ip_policy_ids ?? [];
  const { added, removed } = difference(base.restriction, wanted);
  const gone = new Set(removed);
  return [
    ...before.map((id) => ({ id, status: gone.has(id) ? 'removed' : 'kept' }) as const),
    ...added.map((id) => ({ id, status: 'added' }) as const),
  ];
}

/** Whether leaving would lose something that was done by hand; a new form as it opens is nothing yet. */
export const isDirty = ({ base, wanted, input }: Draft) =>
  wanted !== null && (!isSame(wanted, base.restriction ?? FRESH) || isPending(input));
