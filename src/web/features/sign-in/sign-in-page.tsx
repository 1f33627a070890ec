import { useState, useSyncExternalStore } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { useConfig } from '#web/api/config.ts';
import type { EndReason } from '#web/session/held-session.ts';
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

function endText(reason: EndReason, config: RuntimeConfig): string | undefined {
  switch (reason) {
    case 'signed-out':
      return 'Signed out in every tab of this browser. The key itself still works until it is revoked.';
    case 'idle':
      return `You were signed out after ${idleText(config)} without activity.`;
    case 'age':
      return `You were signed out ${ageText(config)} after signing in.`;
    case 'none':
      return undefined;
  }
}

export function SignInPage() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const config = useConfig();
  const { service_host, demonstration } = config;
  const [search] = useSearchParams();
  const [problem, setProblem] = useState(false);

  // Also when another tab has signed in.
  if (state.kind !== 'signed-out') return <Navigate to={safeNext(search.get('next'))} replace />;
  const ended = endText(state.reason, config);

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

const OUTSIDE = [
  [20, 50],
  [66, 50],
  [112, 50],
  [8, 100],
  [52, 100],
  [96, 100],
  [140, 100],
  [30, 150],
  [84, 150],
  [128, 150],
  [14, 200],
  [70, 200],
  [118, 200],
  [44, 250],
  [92, 250],
  [136, 250],
] as const;
const STOPPED = [
  [168, 100],
  [168, 250],
] as const;
const PASSED = [
  [242, 50],
  [242, 200],
  [318, 50],
  [366, 50],
  [404, 50],
  [326, 150],
  [372, 150],
  [312, 200],
  [352, 200],
  [398, 200],
] as const;

/** Decoration: packets before, at and behind the gate of the logo. */
function GateFigure() {
  const dots = (places: ReadonlyArray<readonly [number, number]>, radius: number) =>
    places.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />);
  return (
    <svg viewBox="0 0 420 300" width="100%" style={{ maxWidth: '34rem' }} aria-hidden>
      <g fill="#58717d">{dots(OUTSIDE, 3.5)}</g>
      <g fill="none" stroke="var(--app-bar-muted)" strokeWidth="1.5">
        {dots(STOPPED, 4.5)}
      </g>
      <path
        d="M222 14h-28v272h28M262 14h28v272h-28"
        fill="none"
        stroke="var(--app-live)"
        strokeWidth="2.5"
      />
      <g fill="var(--app-live)">
        {dots(PASSED, 3.5)}
        <circle cx="242" cy="150" r="15" />
      </g>
    </svg>
  );
}
