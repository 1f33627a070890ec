import { useEffect, useRef, type ReactNode } from 'react';
import { Details } from '#web/ui/feedback/details.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import styles from './form.module.css';

export type Problem = {
  text: string;
  /** Id of its input. */
  field?: string;
  /** Codes and ids, line by line. */
  details?: string | undefined;
};

type ErrorSummaryProps = {
  problems: Problem[];
  /** Changes with every refused submit. */
  attempt: number;
  actions?: ReactNode;
};

/** Above the page's heading: gets the focus, and leads to each field that needs a change. */
export function ErrorSummary({ problems, attempt, actions }: ErrorSummaryProps) {
  const alert = useRef<HTMLDivElement>(null);
  // The same refusal again takes the focus again.
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  useEffect(() => alert.current?.focus(), [attempt]);

  return (
    <Notice ref={alert} tone="danger" role="alert" title="There is a problem" actions={actions}>
      <ul className={styles.problems}>
        {problems.map(({ text, field, details }) => (
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
            <Details text={details} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
