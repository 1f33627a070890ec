import '#web/api/no-eval.ts';
import '#web/ui/theme/styles.ts';
import '#web/start/start.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#web/api/config.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { App } from '#web/app/app.tsx';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { watchForDefects } from '#web/app/defects.ts';
import { StartFailed } from '#web/app/start-failed.tsx';
import { keepTyped } from '#web/features/sign-in/typed-key.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

/** @param isFirst the form stands in the document until somebody is signed in or has sent it */
async function start(isFirst: boolean) {
  try {
    const config = await loadConfig();
    // Drops a key that was kept for too long.
    session.limit(limitsFrom(config));
    session.ask();
    const state = session.state();
    const hasEnded = state.kind === 'signed-out' && state.reason !== 'none';
    if (isFirst && !hasEnded)
      await Promise.race([globalThis.gatehouse?.wanted, session.renewed(session.signal())]);
    render(<App config={config} />);
  } catch (error) {
    render(
      <CrashBoundary>
        <StartFailed error={error} onRetry={() => void start(false)} />
      </CrashBoundary>,
    );
  }
}

function render(page: ReactNode) {
  keepTyped();
  root.render(page);
}

watchForDefects();
void start(true);
