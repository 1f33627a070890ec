const EVERY_MS = 250;

/**
 * Ends this process soon after the npm that started it has ended. npm passes a signal on to its shell only, and
 * shells such as dash end without passing it on: this process would keep running and keep the port.
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
