type Watched = { state: () => { kind: string }; subscribe: (listener: () => void) => () => void };

/** Resolves once somebody is signed in; rejects with the signal's reason when that is aborted first. */
export function untilSignedIn(session: Watched, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = session.subscribe(check);
    signal.addEventListener('abort', check);
    check();

    function check() {
      if (signal.aborted) reject(signal.reason);
      else if (session.state().kind === 'signed-in') resolve();
      else return;
      stop();
      signal.removeEventListener('abort', check);
    }
  });
}
