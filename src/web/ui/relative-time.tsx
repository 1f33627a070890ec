import { memo, useEffect, useState } from 'react';
import { shorten } from '#web/lib/format.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { absoluteTime, relativeTime } from '#web/lib/time.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const MINUTE = 60_000;
const STALE_MS = 15 * MINUTE;

/** Changes once a minute. */
export function useNow() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago, and the exact time in the title and in print; a text that is no time as it is. */
export const RelativeTime = memo(function RelativeTime(props: { text: string; both?: boolean }) {
  const { text, both } = props;
  const now = useNow();
  usePreferences(); // The zone of the exact time.
  const at = Date.parse(text);
  if (Number.isNaN(at)) return <UntrustedText text={shorten(text)} />;
  const exact = absoluteTime(at);
  // Ahead of a clock that is slow there is nothing else to say.
  const age = at > now + MINUTE ? exact : relativeTime(at, now);
  // Paper shows the exact time by style.
  return (
    <time dateTime={text} title={exact} data-exact={both ? undefined : exact}>
      {both && age !== exact && `${exact}, `}
      {age}
    </time>
  );
});

/** When something was read, once that is long ago; until then what was found. */
export function ReadAge({ at, found }: { at: number; found: string }) {
  const age = useNow() - at;
  return age < STALE_MS ? found : `Read ${Math.floor(age / MINUTE)} min ago`;
}
