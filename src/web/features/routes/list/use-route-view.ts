import { useState } from 'react';
import { session } from '#web/session/session.ts';
import type { Exposure } from '#web/features/routes/known-route.ts';
import { useViewParams } from '#web/ui/table/use-view-params.ts';

export type ExposureChoice = Exclude<Exposure, 'unread'> | 'all';

const CHOICES: readonly string[] = ['open', 'protected', 'trouble'] satisfies ExposureChoice[];
const isChoice = (text: string | null): text is ExposureChoice =>
  text !== null && CHOICES.includes(text);

/** What of the list of routes is shown. */
export function useRouteView() {
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const exposure = params.get('exposure');
  const [policy, setPolicy] = useState('');
  return {
    /** Not in the address: it asks a question of the moment. */
    policy,
    setPolicy,
    text,
    textError,
    exposure: isChoice(exposure) ? exposure : ('all' as const),
    setText,
    setExposure: (choice: ExposureChoice) => set({ exposure: choice === 'all' ? '' : choice }),
    showAll() {
      setPolicy('');
      set({ q: '', exposure: '' });
    },
  };
}
