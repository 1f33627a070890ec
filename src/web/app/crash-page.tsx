import { useState } from 'react';
import { reportNow } from '#web/app/error-report.ts';
import { ReloadNote } from '#web/app/reload-note.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
import styles from './crash-page.module.css';

type CrashPageProps = {
  error: unknown;
  /** Leads to the first page without a reload; missing where there is none yet. */
  onLeave?: (() => void) | undefined;
};

/**
 * In place of the whole app, when what all pages share has failed. It stands on plain elements and its own style
 * alone: a part that it would use may be the one that is broken.
 */
export function CrashPage({ error, onLeave }: CrashPageProps) {
  const [report] = useState(() => reportNow(error));
  const [copy, setCopy] = useState<'copied' | 'refused'>();

  async function copyReport() {
    try {
      // Missing where the connection is not secure.
      await navigator.clipboard.writeText(report);
      setCopy('copied');
    } catch {
      setCopy('refused');
    }
  }

  return (
    <main id="main" className={styles.main}>
      <title>{`Error · ${PRODUCT}`}</title>
      <h1>{PRODUCT}</h1>
      <div role="alert" className={styles.text}>
        <h2>The app has made a mistake and cannot go on</h2>
        <p>
          Nothing was sent to the service by this. Text that was typed and not saved yet is gone.
        </p>
        <ReloadNote />
      </div>
      <div className={styles.actions}>
        {onLeave && (
          <button type="button" onClick={onLeave}>
            Go to bot users
          </button>
        )}
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
        <button type="button" onClick={() => void copyReport()}>
          Copy report
        </button>
      </div>
      <p role="status">{copy === 'copied' && 'Copied to the clipboard'}</p>
      {copy === 'refused' && (
        <textarea
          className={styles.report}
          readOnly
          autoFocus
          rows={12}
          aria-label="Text to copy"
          value={report}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </main>
  );
}
