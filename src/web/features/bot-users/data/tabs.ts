import * as z from 'zod/mini';
import { BotUser } from '#contract/bot-user.ts';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';

const Message = z.object({
  of: z.string(),
  change: z.discriminatedUnion('type', [
    z.object({
      type: z.literal(['created', 'updated']),
      bot: BotUser,
      requestedAt: z.number(),
    }),
    z.object({ type: z.literal('deleted'), id: z.string() }),
  ]),
});

export type TabsOptions = {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Tells sessions apart without saying anything about their keys. */
  account: () => string | undefined;
  session: AbortSignal;
};

/**
 * Tabs of one session agree on what they show, without a request.
 *
 * @param apply takes what another tab tells
 * @returns tells the other tabs; never fails, for the change has happened
 */
export function connectTabs(
  { channel, account, session }: TabsOptions,
  apply: (change: KnownChange) => void,
) {
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      // Another app on the same origin may say anything on the same channel.
      const message = Message.safeParse(data).data;
      if (message !== undefined && message.of === account()) apply(message.change);
    },
    { signal: session },
  );

  return (change: KnownChange) => {
    const of = account();
    if (of === undefined) return;
    try {
      channel.postMessage({ of, change });
    } catch {
      // An unknown field that cannot be cloned, nested too deep: the others get what this version knows.
      if (change.type !== 'deleted')
        channel.postMessage({
          of,
          change: { ...change, bot: z.object(BotUser.shape).parse(change.bot) },
        });
    }
  };
}
