import type { ReactNode } from 'react';
import type { RequestLogEntry } from '#client/exchange.ts';
import { useConfig } from '#web/api/config.ts';
import {
  answerHeaders,
  cutText,
  failureReason,
  headerLines,
  requestHeaders,
  shownBody,
} from '#web/features/activity/exchange-text.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import styles from './activity.module.css';

/** What was sent and what came, whole as far as it is kept; text, never markup. */
export function RequestDetails({ exchange }: { exchange: RequestLogEntry }) {
  const { path, body, end } = exchange;
  const answer = end?.answer;
  const reason = failureReason(exchange, useConfig().service_host);
  return (
    <div className={styles.details}>
      {reason !== undefined && <Notice tone="danger">{reason}</Notice>}
      {end && end.deviations.length > 0 && (
        <Part title="Differs from the documented API">
          <ul className={styles.marked}>
            {end.deviations.map((text) => (
              <li key={text}>
                <UntrustedText text={text} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Address" text={path} />
      <Part title="Request headers" text={headerLines(requestHeaders(exchange))} />
      {body !== undefined && <Part title="Request body" text={shownBody(body)} />}
      {answer && <Part title="Answer headers" text={headerLines(answerHeaders(answer))} />}
      {answer && answer.body !== '' && (
        <Part title="Answer body" note={cutText(answer)} text={shownBody(answer.body)} />
      )}
    </div>
  );
}

type PartProps = { title: string; note?: string | undefined; text?: string; children?: ReactNode };

function Part({ title, note, text, children }: PartProps) {
  return (
    <section>
      <h3>{title}</h3>
      {note !== undefined && <p className={`${layout.muted} ${layout.small}`}>{note}</p>}
      {text !== undefined && <pre>{text}</pre>}
      {children}
    </section>
  );
}
