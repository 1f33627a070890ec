import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { difference, type MaybeRestriction } from '#bulk/restriction.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { onOff } from '#web/features/routes/restriction-words.ts';
import { count, shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

type DifferenceListProps = {
  before: MaybeRestriction;
  after: MaybeRestriction;
  /** Lines; the other changes are counted. */
  most?: number;
};

/** One line each; signs and hidden words say what the colours say. */
export function DifferenceList({ before, after, most = 100 }: DifferenceListProps) {
  const { added, removed, enabled } = difference(before, after);
  const was = before ? onOff(before.enabled) : 'none';
  const lines: Array<[side: 'added' | 'removed', text: ReactNode]> = [];
  if (enabled !== undefined) {
    lines.push(['removed', `IP restriction: ${was}`]);
    lines.push(['added', `IP restriction: ${onOff(enabled)}`]);
  }
  for (const id of added) lines.push(['added', <PolicyName key={id} id={id} />]);
  for (const id of removed) lines.push(['removed', <PolicyName key={id} id={id} />]);
  if (lines.length === 0) return <p className="dim">No changes.</p>;
  return (
    <ul>
      {lines.slice(0, most).map(([side, text], at) => (
        <Box key={at} component="li" px="xs" py={2} className={styles.change} data-status={side}>
          <span aria-hidden>{side === 'added' ? '+ ' : '− '}</span>
          <span className="visually-hidden">{side === 'added' ? 'Added: ' : 'Removed: '}</span>
          {text}
        </Box>
      ))}
      {lines.length > most && <li>and {count(lines.length - most, 'more change')}</li>}
    </ul>
  );
}

/** Its name where it has one, then the id. */
export function PolicyName({ id }: { id: string }) {
  const name = usePolicyNames().nameOf(id);
  return (
    <>
      {name !== '' && <UntrustedText text={`${shorten(name)} `} />}
      <code className={name && 'dim'}>
        <UntrustedText text={id} />
      </code>
    </>
  );
}

export const PolicyNames = ({ label, ids }: { label: string; ids: readonly string[] }) => (
  <ul aria-label={label} className={styles.scrolled} hidden={ids.length === 0}>
    {ids.map((id) => (
      <li key={id}>
        <PolicyName id={id} />
      </li>
    ))}
  </ul>
);
