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
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>();
  const isHeld = isMoving && (isPointedAt || isFocused);
  if (isHeld !== (places !== undefined))
    setPlaces(isHeld ? new Map(routes.map((route, place) => [routeKey(route), place])) : undefined);

  const rows = useMemo(() => {
    if (places === undefined) return routes;
    const placeOf = (route: KnownRoute) => places.get(routeKey(route)) ?? places.size;
    return routes.toSorted((a, b) => placeOf(a) - placeOf(b));
  }, [routes, places]);

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
