import { VisuallyHidden } from '@mantine/core';
import { changesOf, onOff, type Draft } from '#web/features/routes/editor/module-draft.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from '#web/features/routes/list/routes.module.css';

type ChangeListProps = {
  draft: Draft;
  /** Also what stays as it is, and no more than a glance of each kind. */
  glance?: boolean;
};

const GLANCE = 12;

/** The difference, one line each; signs and hidden words say what the colours say. */
export function ChangeList({ draft, glance = false }: ChangeListProps) {
  const { enforcement, added, removed } = changesOf(draft);
  const kept = draft.rows.filter(({ status }) => status === 'kept').map(({ id }) => id);
  return (
    <ul className={styles.diff}>
      {enforcement === undefined ? (
        glance && <Line kind="same" text={enforceText(draft.enabled)} />
      ) : (
        <>
          {enforcement !== 'none' && <Line kind="removed" text={enforceText(!draft.enabled)} />}
          <Line kind="added" text={enforceText(draft.enabled)} />
        </>
      )}
      {glance && <Ids kind="same" ids={kept} most={GLANCE} />}
      <Ids kind="added" ids={added} most={glance ? GLANCE : Infinity} />
      <Ids kind="removed" ids={removed} most={glance ? GLANCE : Infinity} />
    </ul>
  );
}

type Kind = 'same' | 'added' | 'removed';

const SIGNS = { same: '', added: '+', removed: '−' };
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' };

function Ids({ kind, ids, most }: { kind: Kind; ids: string[]; most: number }) {
  // One more line would say no more than the id itself.
  const shown = ids.length === most + 1 ? ids : ids.slice(0, most);
  const more = ids.length - shown.length;
  return (
    <>
      {shown.map((id) => (
        <Line key={id} kind={kind} text={id} mono />
      ))}
      {more > 0 && <Line kind={kind} text={`and ${count(more, 'more policy', 'more policies')}`} />}
    </>
  );
}

function Line({ kind, text, mono }: { kind: Kind; text: string; mono?: boolean }) {
  return (
    <li className={styles[kind]}>
      <span aria-hidden>{SIGNS[kind]}</span>
      <span className={mono ? layout.mono : undefined}>
        {WORDS[kind] && <VisuallyHidden component="span">{WORDS[kind]}</VisuallyHidden>}
        <UntrustedText text={text} />
      </span>
    </li>
  );
}

const enforceText = (enabled: boolean) => `Enforce IP restriction: ${onOff(enabled)}`;
