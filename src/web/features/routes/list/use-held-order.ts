import { useMemo, useState, type FocusEvent } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';

/**
 * Nobody shall press a row that has just moved: while rows come into another order by themselves, they stay where they
 * are as long as the pointer or the focus is among them. New ones come last.
 *
 * @param isMoving whether they may
 */
export function useHeldOrder(routes: readonly KnownRoute[], isMoving: boolean) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [ranks, setRanks] = useState<ReadonlyMap<string, number>>();
  const isHeld = isMoving && (isPointedAt || isFocused);
  if (isHeld !== (ranks !== undefined))
    setRanks(isHeld ? new Map(routes.map((route, rank) => [routeKey(route), rank])) : undefined);

  const rows = useMemo(() => {
    if (ranks === undefined) return routes;
    const rankOf = (route: KnownRoute) => ranks.get(routeKey(route)) ?? ranks.size;
    return routes.toSorted((a, b) => rankOf(a) - rankOf(b));
  }, [routes, ranks]);

  return {
    rows,
    /** Of the element around the rows. */
    around: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
