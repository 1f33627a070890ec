import { useMemo } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import {
  type ExposureChoice,
  filterRoutes,
  groupsOf,
  loudestFirst,
} from '#web/features/routes/list/board.ts';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { session } from '#web/session/session.ts';
import { useNow } from '#web/ui/relative-time.tsx';
import { useViewParams } from '#web/ui/use-view-params.ts';

export const EXPOSURES = [
  { value: 'all', text: 'All' },
  { value: 'open', text: 'Open' },
  { value: 'protected', text: 'Protected' },
  { value: 'errors', text: 'Errors' },
] as const satisfies ReadonlyArray<{ value: ExposureChoice; text: string }>;

export type BoardView = ReturnType<typeof useBoardView>;

/** Which routes are shown, and in which order; the filters are kept in the address. */
export function useBoardView(routes: readonly KnownRoute[]) {
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const book = usePolicyBook();
  const now = useNow();
  const exposure: ExposureChoice =
    EXPOSURES.find(({ value }) => value === params.get('exposure'))?.value ?? 'all';
  const group = params.get('group') ?? '';
  const policy = params.get('policy')?.trim() ?? '';

  const ordered = useMemo(() => loudestFirst(routes, now), [routes, now]);
  const groups = useMemo(() => groupsOf(routes), [routes]);
  const shown = useMemo(() => {
    const policies = policy === '' ? undefined : book.find(policy);
    return filterRoutes(ordered, { text, exposure, group, policies });
  }, [ordered, text, exposure, group, policy, book]);

  return {
    shown,
    groups,
    text,
    textError,
    setText,
    exposure,
    group,
    policy,
    isFiltered: text.trim() + group + policy !== '' || exposure !== 'all',
    setExposure: (choice: ExposureChoice) => set({ exposure: choice === 'all' ? '' : choice }),
    setGroup: (name: string) => set({ group: name }),
    setPolicy: (idOrName: string) => set({ policy: idOrName }),
    showAll: () => set({ q: '', exposure: '', group: '', policy: '' }),
  };
}
