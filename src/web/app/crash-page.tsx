import { Component, useState, useSyncExternalStore, type ReactNode } from 'react';
import { session } from '#web/session/session.ts';
import { reportOf } from '#web/app/error-report.ts';
import { PRODUCT } from '#web/ui/product.ts';
import styles from './crash-page.module.css';

type ErrorBoundaryProps = {
  renderError: (error: unknown, reset: () => void) => ReactNode;
  /** The children are tried again with another one. */
  resetKey?: string;
  children: ReactNode;
};

type ErrorBoundaryState = {
  caught?: { error: unknown } | undefined;
  resetKey?: string | undefined;
};

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { resetKey, caught: undefined };
  }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    const { renderError, children } = this.props;
    const { caught } = this.state;
    return caught
      ? renderError(caught.error, () => this.setState({ caught: undefined }))
      : children;
  }
}

type CrashBoundaryProps = {
  /** To a page that may work, without a reload: the key is in memory. */
  leave?: () => void;
  children: ReactNode;
};

export function CrashBoundary({ leave, children }: CrashBoundaryProps) {
  return (
    <ErrorBoundary
      renderError={(error, reset) => (
        <CrashPage
          error={error}
          onLeave={
            leave &&
            (() => {
              leave();
              reset();
            })
          }
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

type CrashPageProps = { error: unknown; onLeave: (() => void) | undefined };

/** In place of the whole app. Plain elements and its own style: a shared part may be the one that is broken. */
function CrashPage({ error, onLeave }: CrashPageProps) {
  const [report] = useState(() => reportOf(error));
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
        <h2>The app crashed</h2>
        <p>Nothing was sent. Unsaved text is gone.</p>
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

export function ReloadNote() {
  const { kind } = useSyncExternalStore(session.subscribe, session.state);
  if (kind === 'signed-out' || session.staysSignedIn()) return null;
  return <p>After a reload you have to sign in again, unless another tab is signed in.</p>;
}
