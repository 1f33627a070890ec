import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  CONFIRM_WITHIN_MS,
  isKeptOnDevice,
  isTooLate,
  keepChange,
  putBack,
  type Unconfirmed,
  useUnconfirmed,
  watchUnconfirmed,
} from '#web/features/routes/confirm/confirmations.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { shorten } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './confirm.module.css';

/** On every page: the changes that go back unless they are kept. */
export function ConfirmNotices() {
  const client = useQueryClient();
  const receipt = useReceipt();
  const entries = useUnconfirmed();
  useEffect(() => watchUnconfirmed(client, receipt), [client, receipt]);
  if (entries.length === 0) return null;
  return (
    <section className={styles.notices} aria-label="Changes to confirm">
      {entries.map((entry) => (
        <ConfirmNotice key={`${entry.until} ${routeKey(entry)}`} entry={entry} />
      ))}
    </section>
  );
}

/** Seconds before the end at which it is said. */
const SAID_AT = [60, 15];

function ConfirmNotice({ entry }: { entry: Unconfirmed }) {
  const client = useQueryClient();
  const receipt = useReceipt();
  const [busy, setBusy] = useState(false);
  const [end] = useState(() => performance.now() + entry.until - Date.now());
  const seconds = Math.ceil(useTimeLeft(end) / 1000);
  const said = useRef(Infinity);
  const label = shorten(entry.label);
  const { problem } = entry;
  const isLate = isTooLate(entry, useNow());

  useEffect(() => {
    const isNew = said.current === Infinity && seconds > CONFIRM_WITHIN_MS / 1000 - 10;
    const due = SAID_AT.find((at) => seconds <= at && said.current > at && seconds > at - 5);
    if (isNew) announce(`Keep the change of ${label}? It is put back in 2 minutes.`);
    else if (due !== undefined)
      announce(`Keep the change of ${label}? Put back in ${due} seconds.`);
    said.current = Math.min(said.current, seconds);
  }, [seconds, label]);

  async function backNow() {
    setBusy(true);
    const outcome = await putBack(client, entry);
    setBusy(false);
    receipt(
      outcome ?? { failed: true, text: `${label} is not put back yet: there is no connection.` },
    );
  }

  function keep() {
    keepChange(entry);
    announce('Kept.');
  }

  return (
    <div className={styles.notice}>
      <p className={styles.text}>
        <strong>Keep it?</strong>{' '}
        {problem === undefined ? (
          seconds > 0 ? (
            <>
              Put back in <span className={layout.num}>{clockOf(seconds)}</span>
            </>
          ) : (
            <>{isLate ? 'Not put back in time.' : 'Putting it back…'}</>
          )
        ) : (
          <>
            Not put back. <UntrustedText text={problem} />
          </>
        )}
        {!isKeptOnDevice() && ' Keep this tab open: this browser stores nothing.'}
        <span className={styles.label}>
          <UntrustedText text={label} />
        </span>
      </p>
      <div className={layout.row}>
        <Button size="xs" onClick={keep}>
          Keep
        </Button>
        <BusyButton size="xs" variant="default" busy={busy} onClick={() => void backNow()}>
          Put back now
        </BusyButton>
      </div>
    </div>
  );
}

/** `1:59` */
const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
