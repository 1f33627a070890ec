import * as z from 'zod/mini';
import { HeldSession, Moment } from '#web/session/session-held.ts';

/** Why nobody is signed in, as far as the sign-in page tells it. */
export const EndReason = z.enum(['signed-out', 'idle', 'age', 'none']);
export type EndReason = z.infer<typeof EndReason>;

/** What tabs say to each other. Another app on the same origin may say anything on the same channel. */
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('give'), session: HeldSession }),
  /** Ends the session with this stamp and those before it. */
  z.object({ type: z.literal('end'), reason: EndReason, stamp: Moment }),
  z.object({ type: z.literal('used'), at: Moment }),
]);
export type Message = z.infer<typeof Message>;

/** @returns `undefined` for anything that no tab of this app says */
export const readMessage = (data: unknown): Message | undefined => Message.safeParse(data).data;
