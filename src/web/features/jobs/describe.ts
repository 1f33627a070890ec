import type { JobTarget, State, StatePart } from '#web/jobs/job.ts';

/** What a target says of itself; nothing, where it is not known yet. */
export type Described = Pick<JobTarget, 'describe' | 'idText' | 'pathOf'>;

/** What one side of a change says; without words of its target those of a bot user. */
export const partsOf = (target: Described, label: string, state: State, other: State | null) =>
  target.describe?.(state, other, label) ?? fieldsOf(label, state, other);

/** `Office (ipp_1)` */
export const partText = ({ text, id }: StatePart) => (id === undefined ? text : `${text} (${id})`);

/** Only what is not on the other side. */
export const differences = (target: Described, label: string, state: State, other: State | null) =>
  partsOf(target, label, state, other).filter(({ differs }) => differs);

export const idTextOf = ({ idText }: Described, id: string) => idText?.(id) ?? id;

/**
 * What is changed, or all where nothing is. What a line is called by is said once: again only where it becomes another.
 */
function fieldsOf(label: string, state: State, other: State | null): readonly StatePart[] {
  const fields = Object.entries(state).map(([field, value]) => ({
    part: { text: fieldText(field, value), differs: other === null || other[field] !== value },
    isLabel: value === label,
  }));
  const differing = fields.filter(({ part }) => part.differs);
  return (differing.length > 0 ? differing : fields)
    .filter(({ isLabel, part }) => !isLabel || (part.differs && other !== null))
    .map(({ part }) => part);
}

function fieldText(field: string, value: unknown): string {
  if (field === 'active') return value === true ? 'Active' : 'Inactive';
  return typeof value === 'string' ? value : `${field}: ${JSON.stringify(value)}`;
}
