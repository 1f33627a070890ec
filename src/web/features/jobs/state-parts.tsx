import type { StatePart } from '#web/jobs/job.ts';
import { shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

const SIGNS = { removed: '−', added: '+' };

type StatePartsProps = { parts: readonly StatePart[]; side: keyof typeof SIGNS };

/** One side of a change; signs and hidden words say what the colours say. */
export const StateParts = ({ parts, side }: StatePartsProps) =>
  parts.map(({ text, id, differs }, index) => (
    <span key={index} className={styles.part} data-side={differs ? side : undefined}>
      {differs && (
        <>
          <span aria-hidden>{SIGNS[side]} </span>
          <span className="visually-hidden">{side === 'added' ? 'Added: ' : 'Removed: '}</span>
        </>
      )}
      <UntrustedText text={shorten(text)} />
      {id !== undefined && id !== text && (
        <span className="dim">
          {' '}
          <UntrustedText text={shorten(id)} />
        </span>
      )}
    </span>
  ));
