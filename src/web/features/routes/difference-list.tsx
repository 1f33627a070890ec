import type { ReactNode } from 'react';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import {
  countChanges,
  difference,
  onOff,
  type Restriction,
} from '#web/features/routes/restriction.ts';
import { count, shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

type DifferenceListProps = {
  before: Restriction | null;
  after: Restriction | null;
  /** Policies of each kind; the others are counted. */
  most?: number;
};

/** One line each; signs and hidden words say what the colours say. */
export function DifferenceList({ before, after, most = 100 }: DifferenceListProps) {
  const changes = difference(before, after);
  const { enabled, added, removed } = changes;
  if (countChanges(changes) === 0) return <p className="dim">No changes.</p>;
  return (
    <ul className={styles.diff}>
      {enabled !== undefined && (
        <>
          <Line side="removed">IP restriction: {before ? onOff(before.enabled) : 'none'}</Line>
          <Line side="added">IP restriction: {onOff(enabled)}</Line>
        </>
      )}
      <Policies side="added" ids={added} most={most} />
      <Policies side="removed" ids={removed} most={most} />
    </ul>
  );
}

type Side = 'added' | 'removed';

function Policies({ side, ids, most }: { side: Side; ids: readonly string[]; most: number }) {
  const more = ids.length - most;
  return (
    <>
      {ids.slice(0, most).map((id) => (
        <Line key={id} side={side}>
          <PolicyName id={id} />
        </Line>
      ))}
      {more > 0 && <Line side={side}>and {count(more, 'more policy', 'more policies')}</Line>}
    </>
  );
}

const Line = ({ side, children }: { side: Side; children: ReactNode }) => (
  <li data-side={side}>
    <span aria-hidden>{side === 'added' ? '+' : '−'}</span>
    <span>
      <span className="visually-hidden">{side === 'added' ? 'Added: ' : 'Removed: '}</span>
      {children}
    </span>
  </li>
);

/** Its name where it has one, then the id. */
export function PolicyName({ id }: { id: string }) {
  const { nameOf } = usePolicyNames();
  const name = nameOf(id);
  return (
    <>
      {name !== '' && <UntrustedText text={`${shorten(name)} `} />}
      <code className={name && 'dim'}>
        <UntrustedText text={id} />
      </code>
    </>
  );
}
