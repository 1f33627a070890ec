import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Change, JobItem, StatePart } from '#bulk/job.ts';
import { idTextOf, sidesOf, type Described } from '#web/features/jobs/texts.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { shorten } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedCode, UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

type StatePartsProps = { parts: readonly StatePart[]; side: 'removed' | 'added' };

/** One side of a change; signs and hidden words say what the colours say. */
export const StateParts = ({ parts, side }: StatePartsProps) =>
  parts.map(({ text, id, differs }, index) => (
    <span key={index} className={styles.part} data-side={differs ? side : undefined}>
      {index > 0 && ' '}
      {differs && (
        <>
          <span aria-hidden>{side === 'added' ? '+ ' : '− '}</span>
          <span className="visually-hidden">{side === 'added' ? 'Added: ' : 'Removed: '}</span>
        </>
      )}
      <UntrustedText text={shorten(text)} />
      {id !== undefined && id !== text && (
        <span className="dim">
          {' '}
          <UntrustedCode text={shorten(id)} />
        </span>
      )}
    </span>
  ));

/** What a change does: not what both of its sides say. */
export function Differences({ target, change }: { target: Described; change: Change }) {
  const { removed, added } = sidesOf(target, change);
  return (
    <>
      <StateParts parts={removed.filter(({ differs }) => differs)} side="removed" />
      <StateParts parts={added.filter(({ differs }) => differs)} side="added" />
    </>
  );
}

/** What is said beside something else. */
export const Dim = ({ text, lead }: { text: string; lead?: string }) => (
  <span className="dim">
    {' '}
    {lead}
    <UntrustedText text={text} />
  </span>
);

/** Leads to the target, where it has a page. */
export function TargetLink({ target, id, label }: { target: Described } & Named) {
  const name = <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />;
  const path = target.pathOf?.(id);
  return path === undefined ? name : <Link to={path}>{name}</Link>;
}

type Named = Pick<JobItem, 'id' | 'label'>;

/**
 * The items of a job, once they are read; none where they are not kept or cannot be read. Where it runs they are
 * changed in place: they are copied with each of its states.
 */
export function useItems(id: string, state: unknown) {
  const [items, setItems] = useState<readonly JobItem[]>();
  useEffect(() => {
    const read = jobs.items(id).catch(() => []);
    // A read may take longer than the next state takes to come: each one is shown.
    void read.then((all) => setItems([...all]));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again with each state
  }, [id, state]);
  return items;
}
