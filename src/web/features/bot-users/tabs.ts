import * as z from 'zod/mini';
import type { KnownChange } from '#bulk/bot-user-state.ts';
import { BotUser } from '#contract/bot-user.ts';
import { openChannel } from '#web/lib/channel.ts';
import { session } from '#web/session/session.ts';

const Message = z.object({
  of: z.string(),
  change: z.union([
    z.object({ type: z.enum(['created', 'updated']), bot: BotUser, requestedAt: z.number() }),
    z.object({ type: z.enum(['deleted']), id: z.string() }),
  ]),
});

/**
 * Tabs of one session agree on what they show, without a request.
 *
 * @param apply takes a change of another tab
 * @returns hands a change to the other tabs; never throws, for the change has happened
 */
export function connectTabs(apply: (change: KnownChange) => void) {
  const channel = openChannel('gatehouse-bot-users');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Another app of this origin may post anything on the same channel, and another tab may be of another account.
    const message = z.safeParse(Message, data).data;
    if (message && message.of === session.account() && session.state().kind !== 'signed-out')
      apply(message.change);
  });
  return (change: KnownChange) => {
    try {
      channel.postMessage({ of: session.account(), change });
    } catch {
      // An unknown field is nested too deep to be cloned. The other tabs see the change when they read it.
    }
  };
}
