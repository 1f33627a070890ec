import { errorCode } from '#service/domain/domain-error.ts';
import * as z from 'zod/mini';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';

const PROBE_MS = 2_000;

/** A refusal of an API like this one is JSON as well: without a key there is nothing else to expect. */
const REFUSALS = [400, 401, 403, 429];

/**
 * Asks an upstream for its bot users, without a key.
 *
 * @param headers the version header
 * @returns one sentence for the operator with the likely correction; `undefined`: it answers like this API
 */
export async function probeUpstream(
  base: URL,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const name = base.href.replace(/\/$/, '');
  try {
    const response = await ask(name, headers);
    if (await answersLikeThisApi(response)) return undefined;
    const location = response.headers.get('location');
    if (location !== null)
      return `UPSTREAM_URL ${name} redirects to ${location}, which is not followed: set it to the address that answers itself.`;
    const below = name + API_BASE;
    if (await answersLikeThisApi(await ask(below, headers)))
      return `UPSTREAM_URL ${name} does not answer like this API, but ${below} does: set it to that.`;
    const type = response.headers.get('content-type') ?? 'no content type';
    return `UPSTREAM_URL ${name} does not answer like this API (status ${response.status}, ${type}): check the address.`;
  } catch (error) {
    const { cause } = Object(error) as { cause?: unknown };
    const reason = errorCode(cause) ?? 'no answer';
    return `UPSTREAM_URL ${name} cannot be reached (${reason}): check the address, and that the service runs.`;
  }
}

const ask = (base: string, headers: Record<string, string>) =>
  fetch(`${base}${botUserEndpoints.list.path}?limit=1`, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MS),
  });

async function answersLikeThisApi(response: Response): Promise<boolean> {
  const text = await response.text();
  try {
    const json: unknown = JSON.parse(text);
    if (response.ok) return botUserEndpoints.list.result.safeParse(json).success;
    return REFUSALS.includes(response.status) && z.looseObject({}).safeParse(json).success;
  } catch {
    return false;
  }
}
