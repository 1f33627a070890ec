import type { ReactNode } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { formTexts } from '#web/start/form-texts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
import styles from './sign-in-gate.module.css';

type SignInGateProps = {
  config: RuntimeConfig;
  title?: string;
  /** Above the heading. */
  alert?: ReactNode;
  children: ReactNode;
};

/** The sign-in page around its form, as it stands in the document and as the app draws it. */
export function SignInGate({ config, title = 'Sign in', alert, children }: SignInGateProps) {
  return (
    <div className={styles.gate}>
      <main id="main" className={styles.main}>
        <div className={styles.brandLine}>
          <Logo size={28} />
          <strong>{PRODUCT}</strong>
        </div>
        <Page
          title={title}
          heading="Sign in"
          alert={alert}
          lead={
            <p className={`${layout.row} ${layout.muted} ${styles.lead}`}>
              <span>
                to{' '}
                <span className={layout.mono} data-config="host">
                  {formTexts(config).host}
                </span>
              </span>
              <InstanceTag />
              {config.demonstration && (
                <span data-config="demonstration">
                  <DemonstrationTag />
                </span>
              )}
            </p>
          }
        >
          {children}
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
    className={styles.figure}
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
