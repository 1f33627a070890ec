import { useMutation } from '@tanstack/react-query';
import type { RefreshResult } from '#web/features/bot-users/refresh.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';

export type Refresh = ReturnType<typeof useRefresh>;

/** Says what it found. The rows stay when it fails. */
export function useRefresh() {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => (await import('#web/features/bot-users/refresh.ts')).refreshBotUsers(),
    onSuccess: (result) => {
      const { deselected: gone } = result;
      const verb = gone === 1 ? 'exists' : 'exist';
      const lost = gone > 0 ? ` ${count(gone, 'selected bot user')} no longer ${verb}.` : '';
      announce(`Read again: ${refreshText(result)}.${lost}`);
    },
  });
  return { mutate, isPending, error, text: data ? refreshText(data) : '' };
}

/** `3 new, 1 gone` */
function refreshText({ added, changed, removed }: RefreshResult): string {
  const parts = { new: added, changed, gone: removed };
  const found = Object.entries(parts).flatMap(([what, size]) =>
    size > 0 ? `${formatNumber(size)} ${what}` : [],
  );
  return found.join(', ') || 'nothing has changed';
}
