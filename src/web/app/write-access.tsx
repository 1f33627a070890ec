import { useEffect, useState, useSyncExternalStore } from 'react';
import { access, ACCESS_NOTE, accessRefusal } from '#web/api/access.ts';
import { checkAccess } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './write-access.module.css';

const ARMED_MIN = 15;
const MINUTE = 60_000;

const setArmed = (armedUntil: number) => access.set({ ...access.get(), armedUntil });

/** In the bar: why nothing can be changed, or how long it can be. */
export function WriteAccess() {
  const { isReadOnly, armedUntil } = useSyncExternalStore(access.subscribe, access.get);
  const [now, setNow] = useState(() => performance.now());
  const [isChecking, setChecking] = useState(false);
  const isArmed = armedUntil > now;

  useEffect(() => {
    if (armedUntil === 0) return undefined;
    const timer = setInterval(() => {
      setNow(performance.now());
      if (performance.now() < armedUntil) return;
      setArmed(0);
      announce('Read-only again.');
    }, 1000);
    return () => clearInterval(timer);
  }, [armedUntil]);

  function arm() {
    const start = performance.now();
    setNow(start);
    setArmed(isArmed ? 0 : start + ARMED_MIN * MINUTE);
    announce(isArmed ? 'Read-only again.' : `Armed for ${ARMED_MIN} minutes.`);
  }

  async function checkAgain() {
    setChecking(true);
    try {
      await checkAccess();
      announce(access.get().isReadOnly ? 'Still a read-only key.' : 'Changes can be tried again.');
    } catch (error) {
      announce(`Not checked. ${reasonOf(error)}`);
    }
    setChecking(false);
  }

  if (isReadOnly)
    return (
      <span className={styles.tag}>
        <span id={ACCESS_NOTE}>Read-only key</span>
        <button
          type="button"
          className={styles.button}
          aria-disabled={isChecking || undefined}
          onClick={() => !isChecking && void checkAgain()}
        >
          Check again
        </button>
      </span>
    );
  return (
    <span className={styles.tag} data-armed={isArmed || undefined}>
      <span>
        {isArmed ? (
          <>
            <span className={styles.wide}>Armed, </span>
            {Math.ceil((armedUntil - now) / MINUTE)} min left
          </>
        ) : (
          'Read-only'
        )}
      </span>
      <span id={ACCESS_NOTE} className="visually-hidden">
        {accessRefusal()}
      </span>
      {/* One element: the focus stays on it. */}
      <button
        type="button"
        aria-label={isArmed ? undefined : `Arm for ${ARMED_MIN} minutes`}
        className={styles.button}
        onClick={arm}
      >
        {isArmed ? (
          'Disarm'
        ) : (
          <>
            Arm<span className={styles.wide}> for {ARMED_MIN} minutes</span>
          </>
        )}
      </button>
    </span>
  );
}
