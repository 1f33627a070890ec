import { useState, useSyncExternalStore } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import type { EndReason } from '#web/session/session-messages.ts';
import { session } from '#web/session/session.ts';
import { idleMinutes, sessionHours } from '#web/features/sign-in/limit-words.ts';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { safeNext } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
import { GateFigure } from '#web/features/sign-in/gate-figure.tsx';
import styles from './sign-in-page.module.css';

const ENDED: Record<EndReason, (() => string) | undefined> = {
  'signed-out': () =>
    'Signed out in every tab of this browser. The key itself still works until it is revoked.',
  idle: () => `You were signed out after ${idleMinutes()} without activity.`,
  age: () => `You were signed out ${sessionHours()} after signing in.`,
  none: undefined,
};

export function SignInPage() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { service_host, demonstration } = runtimeConfig();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState(false);

  // Also when another tab has signed in.
  if (state.kind !== 'signed-out') return <Navigate to={safeNext(search.get('next'))} replace />;
  const ended = ENDED[state.reason]?.();

  return (
    <div className={styles.gate}>
      <main id="main" className={styles.main}>
        <div className={styles.brandLine}>
          <Logo size={28} />
          <strong>{PRODUCT}</strong>
        </div>
        <Page
          title={problem ? 'Error: Sign in' : 'Sign in'}
          heading="Sign in"
          alert={
            ended && (
              <Notice tone="neutral" role="status" className={styles.ended}>
                {ended}
              </Notice>
            )
          }
          lead={
            <p className={`${layout.row} ${layout.muted}`}>
              <span>
                to <span className={layout.mono}>{service_host}</span>
              </span>
              <InstanceTag />
              {demonstration && <DemonstrationTag />}
            </p>
          }
        >
          <SignInForm autoFocus onProblem={setProblem} />
        </Page>
      </main>
      <aside aria-label="About" className={styles.about}>
        <div className={styles.brand}>
          <Logo />
          <span>{PRODUCT}</span>
        </div>
        <GateFigure />
        <div>
          <strong className={styles.claim}>Who may act, and who may pass.</strong>
          <p>
            Bot users and IP restrictions of one account, in one calm place. Every action here is a
            plain API request that you can see and copy.
          </p>
        </div>
      </aside>
    </div>
  );
}
