import { useRef, useState, useSyncExternalStore } from 'react';
import {
  Link,
  NavLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { access } from '#web/api/access.ts';
import { changeEnds } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { ReloadNote } from '#web/app/crash-page.tsx';
import { BarHealth, BarJob, JobFrame } from '#web/app/job-frame.tsx';
import { Notices } from '#web/app/notices.tsx';
import { PaletteButton } from '#web/app/palette-button.tsx';
import { appParts } from '#web/app/parts.ts';
import { ActivityButton, PANEL_ID } from '#web/features/activity/activity-button.tsx';
import {
  ChangesButton,
  ReceiptKeys,
  RecentChangesPanel,
  UndoHost,
} from '#web/features/jobs/recent-changes/changes-parts.tsx';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { paths } from '#web/paths.ts';
import { DemonstrationTag, InstanceTag } from '#web/ui/layout/instance.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { ReloadNoteContext } from '#web/ui/feedback/chunk-error-notice.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';
import { useFocusRescue } from '#web/ui/keyboard/focus.ts';
import { useKeyGuards } from '#web/ui/keyboard/use-key-guards.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import styles from './shell.module.css';

const ShortcutsDialog = late(appParts, (parts) => parts.ShortcutsDialog, ChunkErrorDialog);
const SignInAgainDialog = late(appParts, (parts) => parts.SignInAgainDialog, ChunkErrorDialog);

const WriteAccess = late(appParts, (parts) => parts.WriteAccess);

const activityParts = new LazyChunk(() => import('#web/features/activity/activity-panel.tsx'));
const ActivityPanel = late(activityParts, (parts) => parts.ActivityPanel, ChunkErrorDialog);

/** The frame of every page for somebody who is signed in; anybody else is sent to the sign-in page. */
export function Shell() {
  const { service_host, demonstration } = useConfig();
  const { isReadOnly } = useSyncExternalStore(access.subscribe, access.get);
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const activityButton = useRef<HTMLButtonElement>(null);
  const changesOpener = useRef<HTMLElement>(null);
  /** One beside the page at a time. */
  const [panel, setPanel] = useState<'activity' | 'changes'>();
  const isActivityOpen = panel === 'activity';
  const [isSheetOpen, setSheetOpen] = useState(false);
  useFocusRescue(main);
  useKeyGuards();
  useShortcuts(
    [
      { key: 'G B', does: 'Go to bot users', run: () => void navigate(paths.botUsers) },
      { key: 'G R', does: 'Go to routes', run: () => void navigate(paths.routes) },
      { key: '.', does: 'Open or close Activity', run: toggleActivity },
      { key: '?', does: 'Show the keyboard shortcuts', run: () => setSheetOpen(true) },
    ],
    'everywhere',
  );

  function toggleActivity() {
    const open = document.getElementById(PANEL_ID);
    if (open?.contains(document.activeElement))
      activityButton.current?.focus({ preventScroll: true });
    setPanel(isActivityOpen ? undefined : 'activity');
  }

  function openChanges(opener: HTMLElement | null) {
    changesOpener.current = opener;
    setPanel('changes');
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
          {(demonstration || isReadOnly) && (
            <span className={styles.tags}>
              {demonstration && <DemonstrationTag />}
              {isReadOnly && <WriteAccess />}
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
          <PaletteButton
            onShortcuts={() => setSheetOpen(true)}
            onRecentChanges={openChanges}
            onActivity={toggleActivity}
          />
          <span className={styles.connection}>
            {/* The end of a long host tells hosts apart. */}
            <span className={styles.host} title={service_host}>
              <span dir="ltr">{service_host}</span>
            </span>
            <BarHealth />
          </span>
          <BarJob />
          <ActivityButton
            ref={activityButton}
            isOpen={isActivityOpen}
            onPress={toggleActivity}
            {...activityParts.intent}
          />
          <AccountMenu onShortcuts={() => setSheetOpen(true)} onRecentChanges={openChanges} />
        </div>
      </header>
      <div className={styles.columns} data-side-panel={panel && true}>
        <ReceiptProvider
          more={<ChangesButton onPress={openChanges} />}
          outdatedBy={changeEnds.subscribe}
          Keys={ReceiptKeys}
        >
          <main ref={main} id="main" tabIndex={-1} className={styles.main}>
            <div className={styles.notices}>
              <Notices />
            </div>
            <JobFrame>
              <Outlet />
              <ScrollRestoration />
            </JobFrame>
          </main>
          <UndoHost />
        </ReceiptProvider>
        {isActivityOpen && (
          <ActivityPanel opener={activityButton} onClose={() => setPanel(undefined)} />
        )}
        {panel === 'changes' && (
          <RecentChangesPanel opener={changesOpener} onClose={() => setPanel(undefined)} />
        )}
      </div>
      {isSheetOpen && <ShortcutsDialog onClose={() => setSheetOpen(false)} />}
      {state.kind === 'expired' && <SignInAgainDialog />}
    </ReloadNoteContext>
  );
}
