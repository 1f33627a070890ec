import type { ReactNode } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PRODUCT } from '#web/ui/product.ts';
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
  const { service_host, demonstration } = config;
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
                  {service_host}
                </span>
              </span>
              {/* Not known yet in the document. */}
              <span className={styles.tags} data-config="tags" hidden={service_host === ''}>
                <InstanceTag />
                {demonstration && <DemonstrationTag />}
              </span>
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
        {/* Packets before, at and behind the gate of the logo. */}
        <div className={styles.figure} />
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
