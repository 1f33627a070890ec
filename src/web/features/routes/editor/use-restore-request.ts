import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Module } from '#web/features/routes/module-reading.ts';

/** Carried by the navigation of an Undo: what the module was before, `null` for none. */
const RestoreRequest = z.object({
  restore: z.nullable(z.object({ enabled: z.boolean(), ids: z.array(z.string()) })),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;

/**
 * Takes the request once there is something to restore it into.
 *
 * @param ready the module has been read
 */
export function useRestoreRequest(ready: boolean, restore: (former: Module | null) => void) {
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const request = z.safeParse(RestoreRequest, location.state);
    if (!ready || !request.success) return;
    // Taken: a reload of the page must not ask again.
    void navigate(location.pathname, { replace: true });
    restore(request.data.restore);
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ready, location.key]);
}
