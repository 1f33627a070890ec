import { ActionIcon, Button } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { rowButtonId } from '#web/features/routes/editor/editor-state.ts';
import type { DraftRow } from '#web/features/routes/editor/module-draft.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { toSafeLine } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
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
          <UntrustedText text={id} />
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
            aria-label={`Put back ${toSafeLine(id)}`}
            onClick={onPutBack}
          >
            Put back
          </Button>
        ) : (
          <ActionIcon
            id={rowButtonId(id)}
            aria-label={`Remove ${toSafeLine(id)}`}
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
