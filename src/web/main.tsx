import '#web/api/no-eval.ts';
import '#web/ui/theme/styles.ts';
import '#web/start/start.css';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#web/api/config.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { App, fetchFirst } from '#web/app/app.tsx';
import { CrashBoundary } from '#web/app/crash-page.tsx';
import { watchForDefects } from '#web/app/defects.ts';
import { StartFailed } from '#web/app/start-failed.tsx';
import { followColorScheme } from '#web/lib/color-scheme.ts';
import { fillForm } from '#web/features/sign-in/document-form.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

// All of it is in the app's own, in an order that it would break.
document.querySelector('link[rel=stylesheet]:not([data-app])')?.remove();

/** Milliseconds that the first page is waited for before the frame is drawn without it. */
const FIRST_MS = 50;

/** @param isFirst the form stands in the document until somebody is signed in or has sent it */
async function start(isFirst: boolean) {
  try {
    const config = await loadConfig();
    // Drops a key that was kept for too long.
    session.limit(limitsFrom(config));
    if (isFirst) {
      fillForm(config);
      await somethingToShow();
    }
    // Mostly it is here by now: then the page is drawn once, and not first without it.
    if (session.state().kind === 'signed-in') await Promise.race([fetchFirst(), delay(FIRST_MS)]);
    root.render(<App config={config} />);
  } catch (error) {
    root.render(
      <CrashBoundary>
        <StartFailed error={error} onRetry={() => void start(false)} />
      </CrashBoundary>,
    );
  }
}

async function somethingToShow() {
  const wanted = globalThis.gatehouse?.wanted;
  const state = session.state();
  if (state.kind !== 'signed-out') await wanted;
  else if (state.reason === 'none') {
    session.ask();
    await Promise.race([wanted, session.renewed(session.signal())]);
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

watchForDefects();
followColorScheme();
void start(true);
