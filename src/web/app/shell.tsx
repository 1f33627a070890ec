import { useRef, useState, useSyncExternalStore } from 'react';
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { Notices } from '#web/app/notices.tsx';
import { ReloadNote } from '#web/app/reload-note.tsx';
import { useShellShortcuts } from '#web/app/use-shell-shortcuts.ts';
import { ActivityButton, PANEL_ID } from '#web/features/activity/activity-button.tsx';
import { ActivityPanel } from '#web/features/activity/activity-panel.tsx';
import { SignInAgainDialog } from '#web/features/sign-in/sign-in-again-dialog.tsx';
import { paths, signInPath } from '#web/paths.ts';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { ReloadNoteContext } from '#web/ui/feedback/chunk-error-notice.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';
import { ShortcutsDialog } from '#web/ui/keyboard/shortcuts-dialog.tsx';
import { useEscapeOnOpener } from '#web/ui/dialog/use-escape-on-opener.ts';
import { useFocusRescue } from '#web/ui/dialog/use-focus-rescue.ts';
import { useHeldEnter } from '#web/ui/keyboard/use-held-enter.ts';
import styles from './shell.module.css';

/** The frame of every page for somebody who is signed in; anybody else is asked for a key first. */
export function Shell() {
  const { service_host, demonstration } = runtimeConfig();
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { pathname, search } = useLocation();
  const main = useRef<HTMLElement>(null);
  const activityButton = useRef<HTMLButtonElement>(null);
  const [isActivityOpen, setActivityOpen] = useState(false);
  const [sheet, setSheet] = useState<{ opener?: HTMLElement | null }>();
  useFocusRescue(main);
  useEscapeOnOpener();
  useHeldEnter();
  useShellShortcuts({ toggleActivity, showSheet: () => setSheet({}) });

  function toggleActivity() {
    const panel = document.getElementById(PANEL_ID);
    if (panel?.contains(document.activeElement))
      activityButton.current?.focus({ preventScroll: true });
    setActivityOpen(!isActivityOpen);
  }

  if (state.kind === 'signed-out') {
    // After signing out on purpose, the next person starts at the start.
    const next = state.reason === 'signed-out' ? '/' : pathname + search;
    return <Navigate to={signInPath(next)} replace />;
  }

  return (
    <ReloadNoteContext value={<ReloadNote />}>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <header className={styles.bar}>
        <div className={styles.barInner}>
          <Link className={styles.brand} to={paths.botUsers} aria-label={`${PRODUCT} home`}>
            <Logo />
            <span>{PRODUCT}</span>
          </Link>
          <span className={styles.instance}>
            <InstanceTag />
          </span>
          {demonstration && (
            <span className={styles.demonstration}>
              <DemonstrationTag />
            </span>
          )}
          <nav className={styles.tabs} aria-label="Main">
            <NavLink to={paths.botUsers}>Bot users</NavLink>
            {/* The editor of a route belongs to Routes, though its address follows the API's. */}
            <Link
              to={paths.routes}
              aria-current={/^\/(routes|edges)(\/|$)/.test(pathname) ? 'page' : undefined}
            >
              Routes
            </Link>
          </nav>
          <span className={styles.connection}>
            <i aria-hidden />
            <span>{service_host}</span>
          </span>
          <ActivityButton ref={activityButton} isOpen={isActivityOpen} onPress={toggleActivity} />
          <AccountMenu onShortcuts={(opener) => setSheet({ opener })} />
        </div>
      </header>
      <div className={styles.columns} data-side-panel={isActivityOpen || undefined}>
        <ReceiptProvider>
          <main ref={main} id="main" tabIndex={-1} className={styles.main}>
            <div className={styles.notices}>
              <Notices />
            </div>
            {/* A page starts anew with its address: no state of one bot user may reach the next. */}
            <Outlet key={pathname} />
          </main>
        </ReceiptProvider>
        {isActivityOpen && (
          <ActivityPanel opener={activityButton} onClose={() => setActivityOpen(false)} />
        )}
      </div>
      {sheet && (
        <ShortcutsDialog returnFocusTo={sheet.opener} onClose={() => setSheet(undefined)} />
      )}
      {state.kind === 'expired' && <SignInAgainDialog />}
      <ScrollRestoration />
    </ReloadNoteContext>
  );
}
