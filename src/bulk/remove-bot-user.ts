import type { Call, CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';

/** One that is gone already counts as deleted. @returns whether it was there */
export async function removeBotUser(call: Call, id: string, options?: CallOptions) {
  try {
    await call(botUserEndpoints.remove, { params: { id } }, options);
    return true;
  } catch (error) {
    if (!isNotThere(failureOf(error))) throw error;
    return false;
  }
}
