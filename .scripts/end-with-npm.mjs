const EVERY_MS = 250;

/**
 * Ends this process soon after the npm that started it was ended. npm passes a signal on to its shell alone, and
 * a shell like dash dies of it without a word to its own child, which would keep the port.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  timer.unref();
}
