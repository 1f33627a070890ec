import { Box } from '@mantine/core';
import { useRef, useSyncExternalStore, type MouseEvent } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { Bar } from '#web/app/bar.tsx';
import { Notices } from '#web/app/notices.tsx';
import { overlay, Overlays } from '#web/app/overlays.tsx';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { useFocusRescue } from '#web/ui/focus.ts';
import { outcome } from '#web/ui/notify.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useKeyGuard, useShortcuts } from '#web/ui/use-shortcuts.ts';
import { useDelayed } from '#web/ui/use-timers.ts';

const AfterRows = onDemand(() => import('#web/app/after-rows.tsx'), 'AfterRows');
const SignInAgain = onDemand(() => import('#web/app/sign-in-again.tsx'), 'SignInAgain');

/** The frame of every page. It subscribes to nothing that changes with a row: what does is a component of its own. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useFocusRescue(main);
  useKeyGuard();
  useShortcuts(
    [
      { key: 'G B', does: 'Go to bot users', run: () => navigate(paths.botUsers) },
      { key: 'G R', does: 'Go to routes', run: () => navigate(paths.routes) },
      { key: '.', does: 'Requests', run: () => overlay.set('requests') },
      { key: '?', does: 'Keyboard shortcuts', run: () => overlay.set('shortcuts') },
    ],
    'everywhere',
  );
  function skip(event: MouseEvent) {
    // An address of its own would make a history entry that the router knows nothing of.
    event.preventDefault();
    main.current?.focus();
  }

  return (
    <>
      <Box
        component="a"
        href="#main"
        className="skip"
        pos="absolute"
        top={8}
        left={16}
        bg="var(--app-surface)"
        style={{ zIndex: 9 }}
        onClick={skip}
      >
        Skip to main content
      </Box>
      <Bar />
      <Box
        component="main"
        ref={main}
        id="main"
        tabIndex={-1}
        maw="92rem"
        m="0 auto"
        p="1.5rem clamp(1rem, 2.5vw, 1.5rem) 6rem"
      >
        <Notices />
        <Outlet />
      </Box>
      <ScrollRestoration />
      <Overlays />
      <WhenQuiet />
      <WhenExpired />
    </>
  );
}

/** Notifications and jobs: their code must not be in the way of the first rows. */
function WhenQuiet() {
  const isQuiet = useDelayed(1500);
  const hasOutcome = useSyncExternalStore(outcome.subscribe, () => outcome.get() !== undefined);
  const isPlan = useLocation().pathname === paths.plan;
  return (isQuiet || hasOutcome || isPlan) && <AfterRows />;
}

function WhenExpired() {
  const isExpired = useSyncExternalStore(
    session.subscribe,
    () => session.state().kind === 'expired',
  );
  return isExpired && <SignInAgain />;
}
