import { Button, Stack } from '@mantine/core';
import { useDidUpdate, useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { waitText } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { DefectNotice } from '#web/app/defects.tsx';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { hasChunkError, onDemand } from '#web/ui/on-demand.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';

const SessionWarning = onDemand(() => import('#web/app/session-warning.tsx'), 'SessionWarning');

/**
 * Assistive technology, voice control and dictation send `click` and `input` alone, a screen reader that only reads
 * sends `focusin` and `selectionchange`. `pointermove` is left out: whatever passes over the page would count as use.
 */
const USE = ['keydown', 'pointerdown', 'wheel', 'click', 'input', 'focusin', 'selectionchange'];

/** Id of the text of the warning before the session ends. While it is shown only its buttons extend the session. */
const SESSION_WARNING = 'session-warning';

/** What concerns every page. */
export function Notices() {
  const warning = useSyncExternalStore(session.subscribe, session.warning);
  useSessionUse();
  return (
    <Stack gap="sm" className="notices">
      <DefectNotice />
      <ChunkNotice />
      <OfflineNotice />
      <WaitNotice />
      <SwitchedAccountNotice />
      {warning && <SessionWarning key={warning} limit={warning} id={SESSION_WARNING} />}
    </Stack>
  );
}

/** Tells the session that it is in use. */
function useSessionUse() {
  useEffect(() => {
    const use = () => {
      if (!document.getElementById(SESSION_WARNING)) session.use();
    };
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const event of USE) document.addEventListener(event, use, options);
    return () => listening.abort();
  }, []);
}

function ChunkNotice() {
  if (!hasChunkError.use()) return null;
  return (
    <Notice tone="danger" actions={<Button onClick={() => location.reload()}>Reload</Button>}>
      Part of the app did not load. Reload the page.
    </Notice>
  );
}

function OfflineNotice() {
  const isOnline = useNetwork().online;
  const queries = useQueryClient().getQueryCache();
  usePreferences(); // The time is shown in the chosen zone.
  // That the notice goes is only seen.
  useDidUpdate(() => void (isOnline && announce('You are online again')), [isOnline]);
  if (isOnline) return null;
  const readAt = Math.max(0, ...queries.getAll().map((query) => query.state.dataUpdatedAt));
  return (
    <Notice tone="warn" role="alert" title="You are offline.">
      {readAt > 0 && `What you see was read at ${clockTime(readAt)}. `}
      Changes can be sent again when you are back.
    </Notice>
  );
}

function WaitNotice() {
  const until = useSyncExternalStore(rateLimiter.subscribe, rateLimiter.until);
  return until === undefined ? null : <Countdown until={until} />;
}

/** What the clock shows at a moment of `performance.now()`. */
const clockAt = (moment: number) => clockTime(Date.now() + moment - performance.now());

function Countdown({ until }: { until: number }) {
  const left = useTimeLeft(until);
  // Its element stays while the wait grows: a new one would be read out again.
  const untilClock = useMemo(() => clockAt(until), [until]);
  if (left === 0) return null;
  return (
    <Notice tone="warn" role="status" title="The service asks to wait.">
      {/* The countdown is seen; screen readers are told the end of the wait, once. */}
      <span aria-hidden>Nothing is sent for another {waitText(left)}.</span>
      <span className="visually-hidden">Nothing is sent until {untilClock}.</span>
    </Notice>
  );
}

function SwitchedAccountNotice() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [isDismissed, setDismissed] = useState(false);
  if (state.kind !== 'signed-in' || !state.switchedAccount || isDismissed) return null;
  return (
    <Notice
      tone="warn"
      role="alert"
      title="Another key was signed in in another tab."
      actions={<Button onClick={() => setDismissed(true)}>Dismiss</Button>}
    >
      This tab uses it from now on. What was loaded and typed here with the key before is gone.
    </Notice>
  );
}
