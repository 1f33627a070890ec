import '#web/api/no-eval.ts';
import '#web/ui/theme/styles.ts';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#web/api/config.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { App } from '#web/app/app.tsx';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { watchForDefects } from '#web/app/defects.ts';
import { StartFailed } from '#web/app/start-failed.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

/** The configuration, and the key of this tab or another one, before anything is shown. */
async function start() {
  try {
    const config = await loadConfig();
    // Drops a key that was kept for too long.
    session.limit(limitsFrom(config));
    await session.askOtherTabs();
    root.render(<App config={config} />);
  } catch (error) {
    root.render(
      <CrashBoundary>
        <StartFailed error={error} onRetry={() => void start()} />
      </CrashBoundary>,
    );
  }
}

watchForDefects();
void start();
