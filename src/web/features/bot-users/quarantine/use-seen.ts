import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';

type Checked = { bot: BotUser | null; readAt: number };

/** What is known of some bot users: from the loaded rows, and by reading them one by one. */
export function useSeen() {
  const { cache, publish, queries } = useBotUsersContext();
  const { limits } = useConfig();
  const [checked, setChecked] = useState<ReadonlyMap<string, Checked>>(new Map());
  const [error, setError] = useState<unknown>();
  const [isChecking, setChecking] = useState(false);
  const leaving = useRef(new AbortController());
  // Drawn again when a row changes; nothing is read for it.
  useInfiniteQuery({ ...queries.list(), enabled: false });
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const findChecked = (id: string): Checked | undefined => {
    if (cache.changes.isDeleted(id)) return { bot: null, readAt: 0 };
    const bot = cache.find(id);
    return bot ? { bot, readAt: cache.readAt(id) } : checked.get(id);
  };

  async function readOne(id: string, signal: AbortSignal): Promise<BotUser | null> {
    const requestedAt = Date.now();
    try {
      const bot = await call(
        botUserEndpoints.get,
        { params: { id } },
        { signal, retry: 'background' },
      );
      publish({ type: 'updated', bot, requestedAt });
      return bot;
    } catch (reason) {
      if (!isNotThere(failureOf(reason))) throw reason;
      publish({ type: 'deleted', id });
      return null;
    }
  }

  /** Stops at the first that cannot be read; what came stays. */
  async function check(ids: readonly string[]) {
    const { signal } = leaving.current;
    const waiting = ids.values();
    setChecking(true);
    setError(undefined);
    let failed = false;
    async function work() {
      for (const id of waiting) {
        if (failed) return;
        const bot = await readOne(id, signal);
        setChecked((before) => new Map(before).set(id, { bot, readAt: Date.now() }));
      }
    }
    try {
      await Promise.all(Array.from({ length: limits.requests_at_once }, work));
    } catch (reason) {
      failed = true;
      if (!signal.aborted) setError(reason);
    }
    setChecking(false);
  }

  return { findChecked, check, isChecking, error };
}
