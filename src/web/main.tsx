import '#web/api/no-eval.ts';
import '#web/styles/mantine.css';
import 'virtual:theme-variables.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigContext, loadConfig, runtimeConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { watchForDefects } from '#web/app/defects.ts';
import { StartFailed } from '#web/app/start-failed.tsx';
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import { safeNext, signInPath, paths } from '#web/paths.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { theme } from '#web/theme.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

/** The app's code, which the sign-in form does not need. Not React's `lazy`, which holds back what follows it. */
let App: ComponentType | undefined;

async function start() {
  try {
    const config = await loadConfig();
    // Drops a key whose time is over.
    session.limit(limitsFrom(config));
    // Another tab may be signed in and give its session.
    session.ask();
    session.subscribe(drawOnChange);
    await draw();
  } catch (error) {
    show(<StartFailed error={error} onRetry={() => void start()} />);
  }
}

/** A new tree for every session: nothing that was shown or typed in one reaches the next. */
let drawn = '';
const wanted = () => `${session.epoch()} ${session.state().kind === 'signed-out'}`;
const drawOnChange = () => {
  if (wanted() !== drawn) void draw();
};

async function draw() {
  drawn = wanted();
  if (session.state().kind === 'signed-out') {
    queryClient.clear();
    toSignInAddress();
    page(<SignInPage />);
    return;
  }
  App ??= (await import('#web/app/app.tsx')).App;
  if (location.pathname === paths.signIn)
    history.replaceState(null, '', safeNext(new URLSearchParams(location.search).get('next')));
  page(<App />);
}

/** After signing out on purpose, the next person starts at the start. */
function toSignInAddress() {
  const { pathname, search } = location;
  if (pathname === paths.signIn) return;
  const state = session.state();
  const isOnPurpose = state.kind === 'signed-out' && state.reason === 'signed-out';
  history.replaceState(null, '', signInPath(isOnPurpose ? '/' : pathname + search));
}

const page = (children: ReactNode) =>
  show(
    <ConfigContext value={runtimeConfig()}>
      <QueryClientProvider client={queryClient}>
        <InstanceContext value={runtimeConfig().instance} key={session.epoch()}>
          {children}
          <AnnounceRegion />
        </InstanceContext>
      </QueryClientProvider>
    </ConfigContext>,
  );

const show = (children: ReactNode) =>
  root.render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <CrashBoundary>{children}</CrashBoundary>
    </MantineProvider>,
  );

watchForDefects();
void start();
