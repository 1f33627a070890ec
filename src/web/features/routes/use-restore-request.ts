import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { MaybeRestriction } from '#bulk/restriction.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';

/** State of the navigation of an Undo: the earlier IP restriction, `null` for none. */
const RestoreRequest = z.object({ restore: z.nullable(IpRestrictionReplace) });

/**
 * Takes what an Undo has brought along to the editor, once: a reload of the page, or Back, must not bring it again.
 *
 * @param isReady whether there is something to restore it into; it waits until then
 */
export function useRestoreRequest(restore: (wanted: MaybeRestriction) => void, isReady: boolean) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { success, data } = z.safeParse(RestoreRequest, state);
    if (!isReady || !success) return;
    void navigate(pathname + search, { replace: true });
    restore(data.restore);
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isReady]);
}
