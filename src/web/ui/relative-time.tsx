import { memo, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { absoluteTime, readTime, relativeTime } from '#web/lib/time.ts';

const MINUTE = 60_000;
const now = createStore(Date.now());
let shown = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page; none while no time is shown. */
function subscribe(listener: () => void) {
  const stop = now.subscribe(listener);
  shown += 1;
  if (shown === 1) {
    now.set(Date.now());
    timer = setInterval(() => now.set(Date.now()), MINUTE);
  }
  return () => {
    stop();
    shown -= 1;
    if (shown === 0) clearInterval(timer);
  };
}

/** Changes once a minute. */
export const useNow = () => useSyncExternalStore(subscribe, now.get);

/** How long ago, and the exact time in the title and in print; a text that is no time as it is. */
export const RelativeTime = memo(function RelativeTime(props: { text: string; both?: boolean }) {
  const { text, both } = props;
  const current = useNow();
  usePreferences(); // The zone of the exact time.
  const at = readTime(text, current);
  if (at === undefined) return <UntrustedText text={shorten(text)} />;
  return (
    <time
      dateTime={text}
      title={absoluteTime(at)}
      // Shown where there is no pointer: in print and on the cards of a table.
      data-exact={both ? undefined : absoluteTime(at)}
    >
      {both && `${absoluteTime(at)}, `}
      {relativeTime(at, current)}
    </time>
  );
});

const STALE_MS = 15 * 60_000;

export function ReadAge({ at }: { at: number }) {
  const age = useNow() - at;
  if (age < STALE_MS) return null;
  return <span className="dim">Read {Math.floor(age / 60_000)} min ago</span>;
}
