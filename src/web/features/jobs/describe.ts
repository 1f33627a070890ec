import type { JobTarget, State, StatePart } from '#web/jobs/job.ts';

type Target = Pick<JobTarget, 'describe' | 'idText'>;

/** What one side of a change says; without words of its target those of a bot user. */
export const partsOf = (target: Target, label: string, state: State, other: State | null) =>
  target.describe?.(state, other, label) ?? fieldsOf(label, state, other);

/** `Office (ipp_1)` */
export const partText = ({ text, id }: StatePart) => (id === undefined ? text : `${text} (${id})`);

/** Only what becomes of one side: `Active, Enforcement on`. */
export const differences = (target: Target, label: string, state: State, other: State | null) =>
  partsOf(target, label, state, other).filter(({ differs }) => differs);

export const idTextOf = ({ idText }: Target, id: string) => idText?.(id) ?? id;

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
