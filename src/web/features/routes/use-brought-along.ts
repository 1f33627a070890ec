import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

/**
 * Takes what a navigation to this page has brought along in its state, once: a reload of the page, or Back, must not
 * bring it again.
 *
 * @param isReady it waits until then
 */
export function useBroughtAlong<Schema extends z.core.$ZodType>(
  schema: Schema,
  take: (state: z.output<Schema>) => void,
  isReady = true,
) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { success, data } = z.safeParse(schema, state);
    if (!isReady || !success) return;
    void navigate(pathname + search, { replace: true });
    take(data);
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isReady]);
}
