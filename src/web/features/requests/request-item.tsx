import { ActionIcon } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Terminal from 'lucide-react/icons/terminal';
import { memo, useState } from 'react';
import { redactedRequest, redactedResponse, type RequestLogEntry } from '#client/request-log.ts';
import { useConfig } from '#web/api/config.ts';
import {
  curlOfEntry,
  durationText,
  headerLines,
  idOf,
  outcomeOf,
  reasonFor,
  shownBody,
  type Tone,
} from '#web/features/requests/request-texts.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import { CopyButton, useCopy } from '#web/ui/copy.tsx';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './requests.module.css';

const icons = { done: Check, failed: CircleAlert, running: Ellipsis, cancelled: Ban };

/** Opens to what was sent and what came. */
export const RequestItem = memo(function RequestItem({ entry }: { entry: RequestLogEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = outcomeOf(entry);
  const { method, attempt, startedAt, end } = entry;
  usePreferences(); // The zone of its time.
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.line}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{method}</b> {/* Encoded: it has no character that cannot be seen. */}
          {entry.redact(entry.path)}
        </button>
        <CopyCurl entry={entry} />
      </div>
      <p className={styles.facts}>
        <Outcome text={text} tone={tone} />
        {end && <span>{durationText(end.durationMs)}</span>}
        <time dateTime={new Date(startedAt).toISOString()}>{clockTimeExact(startedAt)}</time>
        {attempt > 1 && <span>attempt {attempt}</span>}
      </p>
      {isOpen && <RequestDetails entry={entry} />}
    </li>
  );
});

function Outcome({ text, tone }: { text: string; tone: Tone }) {
  const Icon = icons[tone];
  return (
    <span className={styles.outcome} data-tone={tone}>
      <Icon size={14} strokeWidth={1.6} aria-hidden />
      {text}
    </span>
  );
}

function CopyCurl({ entry }: { entry: RequestLogEntry }) {
  const config = useConfig();
  const { copied, copy, byHand } = useCopy();
  const Icon = copied ? Check : Terminal;
  return (
    <>
      <ActionIcon
        aria-label={`Copy request ${idOf(entry)} as curl`}
        onClick={() => copy(curlOfEntry(entry, config))}
      >
        <Icon {...icon} />
      </ActionIcon>
      {byHand}
    </>
  );
}

/** Text, never markup, and without the key. */
function RequestDetails({ entry }: { entry: RequestLogEntry }) {
  const request = redactedRequest(entry);
  const response = redactedResponse(entry);
  const reason = reasonFor(entry);
  return (
    <div className={styles.details}>
      {reason && <Notice tone="danger">{reason}</Notice>}
      <Part
        title="Request headers"
        text={headerLines({ authorization: 'Bearer ••••', ...request.headers })}
      />
      {request.body !== undefined && <Part title="Request body" text={shownBody(request.body)} />}
      {response && <Part title="Response headers" text={headerLines(response.headers)} />}
      {response && response.body !== '' && (
        <>
          <Part title="Response body" text={shownBody(response.body)} />
          {response.bodyLength > response.body.length && <p className="dim">The first 10 kB.</p>}
          <CopyButton label="Copy response" text={response.body} />
        </>
      )}
    </div>
  );
}

const Part = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3>{title}</h3>
    <pre>{text}</pre>
  </section>
);
