import { useState, useSyncExternalStore } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { useConfig } from '#web/api/config.ts';
import { ageText, idleText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { safeNext } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
import styles from './sign-in-page.module.css';

const endTexts = (config: RuntimeConfig) => ({
  'signed-out':
    'Signed out in every tab of this browser. The key itself still works until it is revoked.',
  idle: `You were signed out after ${idleText(config)} without activity.`,
  age: `You were signed out ${ageText(config)} after signing in.`,
  none: undefined,
});

export function SignInPage() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const config = useConfig();
  const { service_host, demonstration } = config;
  const [search] = useSearchParams();
  const [problem, setProblem] = useState(false);

  // Also when another tab has signed in.
  if (state.kind !== 'signed-out') return <Navigate to={safeNext(search.get('next'))} replace />;
  const ended = endTexts(config)[state.reason];

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

/** Lines of no length: their round ends are the dots. */
const OUTSIDE =
  'M20 50h0M66 50h0M112 50h0M8 100h0M52 100h0M96 100h0M140 100h0M30 150h0M84 150h0M128 150h0M14 200h0M70 200h0M118 200h0M44 250h0M92 250h0M136 250h0';
const PASSED =
  'M242 50h0M242 200h0M318 50h0M366 50h0M404 50h0M326 150h0M372 150h0M312 200h0M352 200h0M398 200h0';

/** Decoration: packets before, at and behind the gate of the logo. */
const GateFigure = () => (
  <svg
    viewBox="0 0 420 300"
    width="100%"
    style={{ maxWidth: '34rem' }}
    fill="none"
    strokeLinecap="round"
    aria-hidden
  >
    <path d={OUTSIDE} stroke="#58717d" strokeWidth="7" />
    <g stroke="var(--app-bar-muted)" strokeWidth="1.5">
      <circle cx="168" cy="100" r="4.5" />
      <circle cx="168" cy="250" r="4.5" />
    </g>
    <g stroke="var(--app-live)">
      <path d="M222 14h-28v272h28M262 14h28v272h-28" strokeLinecap="butt" strokeWidth="2.5" />
      <path d={PASSED} strokeWidth="7" />
      <circle cx="242" cy="150" r="15" fill="var(--app-live)" stroke="none" />
    </g>
  </svg>
);
