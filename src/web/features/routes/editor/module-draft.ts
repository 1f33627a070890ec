import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { count } from '#web/lib/format.ts';
import type { Module } from '#web/features/routes/module-reading.ts';

export interface DraftRow {
  id: string;
  status: 'kept' | 'added' | 'removed';
}

/** A module being edited. Rows keep their places; a removed one stays until it is applied. */
export interface Draft {
  /** As it was loaded; `null` where the route has no module yet. */
  base: Module | null;
  enabled: boolean;
  rows: DraftRow[];
}

/** Without a module it begins with enforcement on and no policies. */
export const startDraft = (base: Module | null): Draft => draftTowards(base, base ?? NEW_MODULE);

const NEW_MODULE: Module = { enabled: true, ids: [] };

/** The draft that would turn `base` into `wanted`: for undo, and for applying over somebody else's change. */
export function draftTowards(base: Module | null, wanted: Module): Draft {
  const before = base?.ids ?? [];
  return {
    base,
    enabled: wanted.enabled,
    rows: [
      ...before.map((id): DraftRow => ({
        id,
        status: wanted.ids.includes(id) ? 'kept' : 'removed',
      })),
      ...wanted.ids
        .filter((id) => !before.includes(id))
        .map((id): DraftRow => ({ id, status: 'added' })),
    ],
  };
}

export interface AddedIds {
  draft: Draft;
  added: number;
  /** Ids that were in the list, or in the same paste, already. */
  repeated: number;
}

/** A removed row is put back where it was; everything else goes to the end. */
export function addIds(draft: Draft, ids: string[]): AddedIds {
  const before = wantedIds(draft);
  const fresh = [...new Set(ids)].filter((id) => !before.includes(id));
  const kept = draft.rows.map((row) => (fresh.includes(row.id) ? { ...row, ...KEPT } : row));
  const added = fresh.filter((id) => !draft.rows.some((row) => row.id === id));
  const rows = [...kept, ...added.map((id): DraftRow => ({ id, status: 'added' }))];
  return { draft: { ...draft, rows }, added: fresh.length, repeated: ids.length - fresh.length };
}

const KEPT = { status: 'kept' } as const;

/** An id that was only added leaves without a trace. */
export const removeId = (draft: Draft, id: string): Draft => ({
  ...draft,
  rows: draft.rows.flatMap((row): DraftRow[] => {
    if (row.id !== id) return [row];
    return row.status === 'added' ? [] : [{ id, status: 'removed' }];
  }),
});

export const removeAll = (draft: Draft): Draft =>
  draft.rows.reduce((left, { id }) => removeId(left, id), draft);

/** Ids after the change, in their order. */
export const wantedIds = ({ rows }: Draft): string[] =>
  rows.filter(({ status }) => status !== 'removed').map(({ id }) => id);

export const wantedModule = (draft: Draft): Module => ({
  enabled: draft.enabled,
  ids: wantedIds(draft),
});

/** Both fields, always: a service that misses `enabled` turns enforcement on. */
export const toReplace = ({ enabled, ids }: Module): IpRestrictionReplace => ({
  enabled,
  ip_policy_ids: ids,
});

export interface Changes {
  /** The state before; absent when enforcement stays as it is. A new module counts as a change of it. */
  enforcement?: 'none' | 'on' | 'off';
  added: string[];
  removed: string[];
}

/** Order is no change: the API gives it no meaning, and nothing here can move a row. */
export function changesOf({ base, enabled, rows }: Draft): Changes {
  const idsOf = (wanted: DraftRow['status']) =>
    rows.filter(({ status }) => status === wanted).map(({ id }) => id);
  const before = base === null ? 'none' : onOff(base.enabled);
  return {
    ...(before !== onOff(enabled) && { enforcement: before }),
    added: idsOf('added'),
    removed: idsOf('removed'),
  };
}

/** The switch counts one, and so does each id. */
export const countChanges = ({ enforcement, added, removed }: Changes): number =>
  (enforcement === undefined ? 0 : 1) + added.length + removed.length;

/** Whether leaving would lose something that was done by hand; a new form as it opens is nothing yet. */
export const isTouched = (draft: Draft): boolean =>
  draft.base === null
    ? !draft.enabled || draft.rows.length > 0
    : countChanges(changesOf(draft)) > 0;

/** Same state and the same set of ids; neither order nor repeats count. */
export function isSameModule(a: Module | null, b: Module | null): boolean {
  if (a === null || b === null) return a === b;
  const [ofA, ofB] = [new Set(a.ids), new Set(b.ids)];
  return a.enabled === b.enabled && ofA.size === ofB.size && [...ofA].every((id) => ofB.has(id));
}

export const onOff = (enabled: boolean) => (enabled ? 'on' : 'off');

/** `enforcement on, 3 policies` */
export const moduleWords = ({ enabled, ids }: Module) =>
  `enforcement ${onOff(enabled)}, ${count(ids.length, 'policy', 'policies')}`;

/** `2 unsaved changes` */
export const unsavedWords = (changes: Changes) => count(countChanges(changes), 'unsaved change');
