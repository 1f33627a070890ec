import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Terminal from 'lucide-react/icons/terminal';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { memo } from 'react';
import { redactedRequest, redactedResponse, type RequestLogEntry } from '#client/request-log.ts';
import { useConfig } from '#web/api/config.ts';
import {
  curlOfEntry,
  cutText,
  durationText,
  failureReason,
  headerLines,
  idOf,
  requestHeaders,
  responseHeaders,
  shownBody,
} from '#web/features/activity/request-text.ts';
import { outcomeOf, type Tone } from '#web/features/activity/outcome.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { icon } from '#web/ui/icon.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import styles from './activity.module.css';

type RequestRowProps = {
  entry: RequestLogEntry;
  isOpen: boolean;
  onToggle: (number: number) => void;
};

const icons = {
  done: Check,
  refused: TriangleAlert,
  failed: CircleAlert,
  'under-way': Ellipsis,
  cancelled: Ban,
} satisfies Record<Tone, unknown>;

export const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { entry, isOpen, onToggle } = props;
  const { number, method, attempt, startedAt, end } = entry;
  const { text, tone } = outcomeOf(entry);
  usePreferences(); // The zone of its time.
  const Icon = icons[tone];
  const id = idOf(entry);
  return (
    <li className={styles.row} data-number={number}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.line}
          aria-expanded={isOpen}
          onClick={() => onToggle(number)}
        >
          <span className={styles.verb}>{method}</span>{' '}
          {/* Encoded: it has no character that cannot be seen. */}
          <span className={styles.path}>{entry.redact(entry.path)}</span>
        </button>
        {method !== 'GET' && <span className={styles.badge}>Change</span>}
        <CopyCurl entry={entry} id={id} />
      </div>
      <div className={styles.facts}>
        <span className={styles.outcome} data-tone={tone}>
          <Icon size={14} strokeWidth={1.6} aria-hidden />
          {text}
        </span>
        {end && <span>{durationText(end.durationMs)}</span>}
        <time dateTime={new Date(startedAt).toISOString()}>{clockTimeExact(startedAt)}</time>
        {attempt > 1 && <span>attempt {attempt}</span>}
        <span className={styles.id} title={id}>
          <bdi>{id}</bdi>
        </span>
      </div>
      {isOpen && <RequestDetails entry={entry} />}
    </li>
  );
});

/** A plain button: five hundred of the component library's would take longer than all else in the list. */
function CopyCurl({ entry, id }: { entry: RequestLogEntry; id: string }) {
  const { copy, said, fallback } = useCopy(curlOfEntry(entry, useConfig()));
  return (
    <>
      {said}
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy request ${id} as curl`}
        onClick={copy}
      >
        <Terminal {...icon} />
      </button>
      {fallback}
    </>
  );
}

/** What was sent and what came, whole as far as it is kept; text, never markup. */
function RequestDetails({ entry }: { entry: RequestLogEntry }) {
  const request = redactedRequest(entry);
  const response = redactedResponse(entry);
  const reason = failureReason(entry, useConfig());
  return (
    <div className={styles.details}>
      {reason !== undefined && <Notice tone="danger">{reason}</Notice>}
      <Part title="Address" text={request.path} />
      <Part title="Request headers" text={headerLines(requestHeaders(request))} />
      {request.body !== undefined && <Part title="Request body" text={shownBody(request.body)} />}
      {response && <Part title="Response headers" text={headerLines(responseHeaders(response))} />}
      {response && response.body !== '' && (
        <Part title="Response body" note={cutText(response)} text={shownBody(response.body)} />
      )}
    </div>
  );
}

type PartProps = { title: string; note?: string | undefined; text: string };

function Part({ title, note, text }: PartProps) {
  return (
    <section>
      <h3>{title}</h3>
      {note !== undefined && <p className={`${layout.muted} ${layout.small}`}>{note}</p>}
      <pre>{text}</pre>
    </section>
  );
}
