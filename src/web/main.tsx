import '#web/api/no-eval.ts';
import '#web/styles/mantine.css';
import 'virtual:theme-variables.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
// Drawn with the rows: one style sheet for both files of the start is one request less.
import '#web/app/shell.module.css';
import '#web/ui/middle-cut.module.css';
import '#web/ui/row-controls.module.css';
import '#web/ui/segments.module.css';
import '#web/ui/table.module.css';
import '#web/ui/untrusted-text.module.css';
// After the kit, whose rules they change.
import '#web/features/bot-users/bot-user-table.module.css';
import '#web/features/bot-users/bot-users-page.module.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig, runtimeConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { DefectNotice, watchForDefects } from '#web/app/defects.tsx';
import { StartFailed } from '#web/app/start-failed.tsx';
import { botUserList } from '#web/features/bot-users/queries.ts';
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import { paths, safeNext, signInPath } from '#web/paths.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { theme } from '#web/theme.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { idle, loadAtLast, watchForChunkErrors } from '#web/ui/on-demand.tsx';
import { InstanceName } from '#web/ui/page.tsx';

/** Not by React's `lazy`, which holds back what follows a fallback for up to 300 ms. */
const loadApp = () => import('#web/app/app.tsx');

/** Another tab answers within this time. Most of it passes while the configuration is read. */
const ANSWER_MS = 50;

const colorSchemes = localStorageColorSchemeManager();
const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

async function start() {
  try {
    // Another tab may be signed in and give its session: the form would take the focus for that moment.
    session.ask();
    const answer = session.renewed(AbortSignal.timeout(ANSWER_MS)).catch(() => {});
    const config = await loadConfig();
    await answer;
    // Ends a session whose time is over.
    session.limit(limitsFrom(config));
    session.subscribe(drawWhenChanged);
    await draw();
  } catch (error) {
    fail(error);
  }
}

/** Every session gets a new tree: nothing that was shown or typed in one may reach the next. */
let drawn = '';
const sessionToDraw = () => `${session.epoch()} ${session.state().kind === 'signed-out'}`;
const drawWhenChanged = () => {
  if (sessionToDraw() !== drawn) void draw().catch(fail);
};

async function draw() {
  drawn = sessionToDraw();
  if (session.state().kind === 'signed-out') {
    goToSignIn();
    show(<SignInPage notice={<DefectNotice />} />);
    // The app's code arrives while the key is being pasted.
    void idle()
      .then(() => loadAtLast(loadApp))
      .catch(() => {});
    return;
  }
  const { pathname, search } = location;
  if (pathname === paths.signIn)
    // The router has numbered the entry: without its number Back would lead elsewhere.
    history.replaceState(history.state, '', safeNext(new URLSearchParams(search).get('next')));
  // The rows are requested beside the app's code, not after it.
  if (['/', paths.botUsers].includes(location.pathname))
    void queryClient.infiniteQuery(botUserList).catch(() => {});
  const { App } = await loadApp();
  if (sessionToDraw() === drawn) show(<App key={drawn} />);
}

/** After a sign-out on purpose the next person begins at the first page. */
function goToSignIn() {
  const { pathname, search } = location;
  if (pathname === paths.signIn) return;
  const state = session.state();
  const isOnPurpose = state.kind === 'signed-out' && state.reason === 'signed-out';
  history.replaceState(history.state, '', signInPath(isOnPurpose ? '/' : pathname + search));
}

const show = (page: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <InstanceName value={runtimeConfig().instance?.name}>
        {page}
        <AnnounceRegion />
      </InstanceName>
    </QueryClientProvider>,
  );

const fail = (error: unknown) => render(<StartFailed error={error} onRetry={() => void start()} />);

const render = (children: ReactNode) =>
  root.render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <CrashBoundary>{children}</CrashBoundary>
    </MantineProvider>,
  );

// The provider sets the chosen scheme only when it is drawn: until then the bar and the page would have the system's.
const scheme = colorSchemes.get('auto');
if (scheme !== 'auto') document.documentElement.dataset['mantineColorScheme'] = scheme;
watchForDefects();
watchForChunkErrors();
void start();
