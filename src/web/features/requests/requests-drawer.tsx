import { Box, Button, Code, Drawer, Group, Stack, UnstyledButton } from '@mantine/core';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, useState } from 'react';
import { redacted, type RequestLogEntry } from '#client/request-log.ts';
import { useBudget } from '#web/api/rate-limiter.ts';
import { requests } from '#web/api/requests.ts';
import {
  curlOfEntry,
  durationText,
  headerLines,
  idOf,
  outcomeOf,
  reasonFor,
  shownBody,
  toJson,
} from '#web/features/requests/request-texts.ts';
import { download } from '#web/lib/download.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { CopyButton, CopyIcon } from '#web/ui/copy.tsx';
import { useModal } from '#web/ui/focus.ts';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';

/** The last requests of this tab, newest first. */
export function RequestsDrawer({ onClose }: { onClose: () => void }) {
  useModal(onClose);
  const entries = requests.use();
  const budget = useBudget();

  function save() {
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-').slice(0, 19);
    download(toJson(entries), `requests-${time}.json`, 'application/json');
  }

  return (
    <Drawer opened onClose={onClose} title="Requests" size={480}>
      <p className="dim">Kept in this tab only. Your key is never shown or exported.</p>
      {budget && <p className="dim numbers">{budget}</p>}
      {entries.length > 0 ? (
        <Button my="sm" leftSection={<Download {...icon} />} onClick={save}>
          Export requests
        </Button>
      ) : (
        <p>No requests yet.</p>
      )}
      {/* Without the role WebKit does not take a list without marks for one. */}
      <ol role="list" aria-label="Requests, newest first">
        {entries.map((entry) => (
          <RequestItem key={entry.number} entry={entry} />
        ))}
      </ol>
      <AnnounceRegion />
    </Drawer>
  );
}

const icons = { done: Check, failed: CircleAlert, running: Ellipsis, cancelled: Ban };

/** Opens to what was sent and what came. */
const RequestItem = memo(function RequestItem({ entry }: { entry: RequestLogEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = outcomeOf(entry);
  const { method, attempt, startedAt, end } = entry;
  const Icon = icons[tone];
  usePreferences(); // The zone of its time.
  return (
    <Box component="li" py="xs" style={{ borderBottom: '1px solid var(--app-border)' }}>
      <Group gap="xs" wrap="nowrap">
        <UnstyledButton
          flex={1}
          miw={0}
          mih="var(--target)"
          ff="monospace"
          fz={13}
          style={{ overflowWrap: 'anywhere' }}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{method}</b> {/* Encoded: it has no character that cannot be seen. */}
          {entry.redact(entry.path)}
        </UnstyledButton>
        <CopyIcon label={`Copy request ${idOf(entry)} as curl`} text={curlOfEntry(entry)} />
      </Group>
      <Group className="dim" gap="sm">
        <Group
          component="span"
          gap={4}
          c={tone === 'failed' ? 'var(--app-danger-text)' : 'inherit'}
        >
          <Icon size={14} strokeWidth={1.6} aria-hidden />
          {text}
        </Group>
        {end && <span>{durationText(end.durationMs)}</span>}
        <time dateTime={new Date(startedAt).toISOString()}>{clockTimeExact(startedAt)}</time>
        {attempt > 1 && <span>attempt {attempt}</span>}
      </Group>
      {isOpen && <RequestDetails entry={entry} />}
    </Box>
  );
});

/** Text, never markup, and without the key. */
function RequestDetails({ entry }: { entry: RequestLogEntry }) {
  const { headers, body, end } = redacted(entry);
  const response = end?.response;
  const reason = reasonFor(entry);
  return (
    <Stack gap="sm" py="xs">
      {reason && (
        <Notice tone="danger" role="note">
          {reason}
        </Notice>
      )}
      <Part
        title="Request headers"
        text={headerLines({ authorization: 'Bearer ••••', ...headers })}
      />
      {body !== undefined && <Part title="Request body" text={shownBody(body)} />}
      {response && <Part title="Response headers" text={headerLines(response.headers)} />}
      {response && response.body !== '' && (
        <>
          <Part title="Response body" text={shownBody(response.body)} />
          {response.bodyLength > response.body.length && <p className="dim">The first 10 kB.</p>}
          <CopyButton label="Copy response" text={response.body} />
        </>
      )}
    </Stack>
  );
}

const Part = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3>{title}</h3>
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  </section>
);
