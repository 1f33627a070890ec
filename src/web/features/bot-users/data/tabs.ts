import * as z from 'zod/mini';
import { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';

/** What the service has answered to one tab, for the others. */
const News = z.discriminatedUnion('type', [
  z.object({ type: z.literal('created'), bot: BotUser }),
  z.object({ type: z.literal('changed'), bot: BotUser }),
  z.object({ type: z.literal('removed'), id: z.string() }),
]);
export type News = z.infer<typeof News>;

/** Another app on the same origin may say anything on the same channel, and a tab may still be in another session. */
const Message = z.object({ of: z.number(), news: News });

export type TabsOptions = {
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Tells sessions apart without saying anything about their keys. */
  fingerprint: () => number | undefined;
};

/** Tabs of one session agree on what they show, without a request. */
export function createTabs({ channel, fingerprint }: TabsOptions) {
  let receive: (news: News) => void = () => {};

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data).data;
    if (message !== undefined && message.of === fingerprint()) receive(message.news);
  });

  return {
    tell(news: News) {
      const of = fingerprint();
      if (of !== undefined) channel.postMessage({ of, news });
    },
    /** The last one who listens does. */
    listen(listener: (news: News) => void) {
      receive = listener;
    },
  };
}

export const tabs = createTabs({
  channel: new BroadcastChannel('gatehouse-bot-users'),
  fingerprint: session.fingerprint,
});
