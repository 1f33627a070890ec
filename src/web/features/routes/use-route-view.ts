import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Exposure } from '#web/features/routes/known-route.ts';

export type ExposureChoice = Exclude<Exposure, 'unread'> | 'all';

const CHOICES: readonly string[] = ['open', 'protected', 'trouble'] satisfies ExposureChoice[];
const isChoice = (text: string | null): text is ExposureChoice =>
  text !== null && CHOICES.includes(text);

/** Filter and exposure as the address holds them, in the history entry that is there; defaults are left out. */
export function useRouteView() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const [typed, setTyped] = useState({ text: inAddress, from: inAddress });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The address changed by other hands than ours: by a link, or by Back.
  if (typed.from !== inAddress) setTyped({ text: inAddress, from: inAddress });

  function write(fields: Record<string, string>) {
    clearTimeout(timer.current);
    // The address itself, not this render's: the timer fires later.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(fields)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  }

  const exposure = params.get('exposure');
  return {
    text: typed.text,
    exposure: isChoice(exposure) ? exposure : ('all' as const),
    setText(text: string) {
      setTyped((before) => ({ ...before, text }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write({ q: text }), 200);
    },
    setExposure: (choice: ExposureChoice) =>
      write({ q: typed.text, exposure: choice === 'all' ? '' : choice }),
    showAll: () => write({ q: '', exposure: '' }),
  };
}
