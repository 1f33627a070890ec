import { useSyncExternalStore } from 'react';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { absoluteTime, readTime, relativeTime } from '#web/lib/time.ts';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One timer for all times on the page; none while no time is shown. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, MINUTE);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Milliseconds; moves on once a minute. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);

/** How long ago, the exact local time on demand and in print; a time that cannot be right is shown as it came. */
export function RelativeTime({ text, both }: { text: string; both?: boolean }) {
  const current = useNow();
  const at = readTime(text, current);
  if (at === undefined) return <UntrustedText text={shorten(text)} />;
  return (
    <time
      dateTime={text}
      title={absoluteTime(at)}
      // Shown where nobody can point at it: in print and on the cards of a table.
      data-exact={both ? undefined : absoluteTime(at)}
    >
      {both && `${absoluteTime(at)}, `}
      {relativeTime(at, current)}
    </time>
  );
}
