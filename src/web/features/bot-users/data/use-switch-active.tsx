// Temporary, until the list is on useInfiniteQuery: what the table needs of `data`, over today's store.
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { forgetBotUser, loadedBotUsers } from '#web/features/bot-users/data/cache.ts';
import type { FailedSwitch } from '#web/features/bot-users/data/row-store.ts';
import { switchActive } from '#web/features/bot-users/data/switch-active.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

export type { FailedSwitch };
export { whyNotSwitched } from '#web/features/bot-users/data/switch-active.tsx';

const never = () => () => {};

export function useSwitch(id: string): { failure: FailedSwitch | undefined } {
  const rows = loadedBotUsers(useQueryClient())?.rows;
  const subscribe = (listener: () => void) => rows?.subscribeRow(id, listener) ?? never;
  return { failure: useSyncExternalStore(subscribe, () => rows?.failureOf(id)) };
}

export function useSwitchActive(options: {
  labelOf: (id: string) => string;
  isOnPage: (id: string) => boolean;
}): (id: string, active: boolean) => void {
  const client = useQueryClient();
  const receipt = useReceipt();
  return (id, active) => {
    const label = options.labelOf(id);
    const isOnPage = () => options.isOnPage(id);
    void switchActive({ client, receipt, id, label, isOnPage }, active);
  };
}

export function useForget(): (id: string) => void {
  const client = useQueryClient();
  return (id) => forgetBotUser(client, id);
}
