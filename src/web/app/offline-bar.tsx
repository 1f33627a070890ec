import { useQueryClient } from '@tanstack/react-query';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { clockTime } from '#web/lib/time.ts';

export function OfflineBar() {
  const queries = useQueryClient().getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt));
  return (
    <Notice tone="warn" role="alert" title="You are offline.">
      {readAt > 0 && `What you see was read at ${clockTime(readAt)}. `}
      Changes can be sent again when you are back.
    </Notice>
  );
}
