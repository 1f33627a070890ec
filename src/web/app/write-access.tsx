import { useState } from 'react';
import { access, ACCESS_NOTE } from '#web/api/access.ts';
import { checkAccess } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { announce } from '#web/ui/announcer.tsx';
import styles from './write-access.module.css';

/** In the bar: the key can only read, and a way to ask once more. */
export function WriteAccess() {
  const [isChecking, setChecking] = useState(false);

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
}
