import { useEffect, useRef, type ReactNode } from 'react';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import layout from '../layout.module.css';
import styles from './error-summary.module.css';

export type Problem = {
  text: string;
  /** Id of the input that the text is about. */ field?: string;
};

type ErrorSummaryProps = {
  problems: Problem[];
  /** Changes with every refused submit. */
  attempt: number;
  actions?: ReactNode;
};

/** Stands above the page's heading, takes the focus, and leads to each field that needs a change. */
export function ErrorSummary({ problems, attempt, actions }: ErrorSummaryProps) {
  const alert = useRef<HTMLDivElement>(null);
  // The same refusal again takes the focus again.
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  useEffect(() => alert.current?.focus(), [attempt]);

  return (
    <Notice
      ref={alert}
      tone="danger"
      role="alert"
      title="There is a problem"
      className={layout.summary}
      actions={actions}
    >
      <ul className={styles.list}>
        {problems.map(({ text, field }) => (
          <li key={text}>
            {field === undefined ? (
              <ForeignText text={text} />
            ) : (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(field)?.focus();
                }}
              >
                <ForeignText text={text} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
