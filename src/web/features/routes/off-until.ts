import type { KnownRoute, RouteIds } from '#web/features/routes/known-routes.ts';

/** Whether enforcement is still off at the time until which it was wanted off. */
export const isPastEnd = ({ off_until, last_check }: KnownRoute, now: number) =>
  off_until !== undefined &&
  off_until <= now &&
  last_check?.state === 'module' &&
  !last_check.enabled;

export function turnOnAgain(_route: RouteIds) {}
