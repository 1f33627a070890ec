import { useMutation } from '@tanstack/react-query';
import { refreshBotUsers, type RefreshResult } from '#web/features/bot-users/refresh.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';

export type Refresh = ReturnType<typeof useRefresh>;

/** Reads the top of the list again, and says what it found. The rows stay when it fails. */
export function useRefresh() {
  const refresh = useMutation({
    mutationFn: () => refreshBotUsers(),
    onSuccess: (result) => announce(`Read again: ${refreshText(result)}.${deselectedText(result)}`),
  });
  const { mutate, isPending, error, data } = refresh;
  return { mutate, isPending, error, text: data ? refreshText(data) : '' };
}

/** `3 new, 1 gone` */
function refreshText({ added, changed, removed }: RefreshResult): string {
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    removed > 0 && `${formatNumber(removed)} gone`,
  ];
  return parts.filter(Boolean).join(', ') || 'nothing has changed';
}

const deselectedText = ({ deselected }: RefreshResult) =>
  deselected > 0
    ? ` ${count(deselected, 'selected bot user')} no longer ${deselected === 1 ? 'exists' : 'exist'}.`
    : '';
