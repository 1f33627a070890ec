import { ActionIcon, Button } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { rowButtonId } from '#web/features/routes/editor-state.ts';
import type { DraftRow } from '#web/features/routes/module-draft.ts';
import { icon } from '#web/ui/icon.ts';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { lineOf } from '#web/ui/labels.ts';
import layout from '#web/ui/layout.module.css';
import styles from './editor.module.css';

type PolicyRowProps = DraftRow & {
  error: string | undefined;
  onRemove: (row: HTMLLIElement | null) => void;
  onPutBack: () => void;
};

export function PolicyRow({ id, status, error, onRemove, onPutBack }: PolicyRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const errorId = `${rowButtonId(id)}-error`;
  return (
    <li ref={row} className={error === undefined ? styles[status] : styles.refused}>
      <span className={styles.policy}>
        <span className={layout.mono}>
          <ForeignText text={id} />
        </span>
        {error !== undefined && (
          <span id={errorId} className={styles.rowError}>
            <FieldError text={error} />
          </span>
        )}
      </span>
      <span className={styles.rowEnd}>
        {status !== 'kept' && (
          <span className={styles.tag}>{status === 'added' ? 'Added' : 'Removed'}</span>
        )}
        {status === 'removed' ? (
          <Button
            id={rowButtonId(id)}
            size="xs"
            variant="default"
            aria-label={`Put back ${lineOf(id)}`}
            onClick={onPutBack}
          >
            Put back
          </Button>
        ) : (
          <ActionIcon
            id={rowButtonId(id)}
            aria-label={`Remove ${lineOf(id)}`}
            aria-describedby={error === undefined ? undefined : errorId}
            onClick={() => onRemove(row.current)}
          >
            <X {...icon} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}
