import { useEffect, useRef, type ReactNode } from 'react';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import layout from '#web/ui/layout/layout.module.css';
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
              <UntrustedText text={text} />
            ) : (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(field)?.focus();
                }}
              >
                <UntrustedText text={text} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
