import * as z from 'zod/mini';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { API_BASE } from '#contract/wire.ts';
import { ServiceError } from '#service/domain/errors.ts';
import { jsonIn } from '#service/domain/text.ts';
import type { UpstreamClient } from '#service/http/upstream/client.ts';

const PROBE_MS = 2_000;

/** A refusal of an API like this one is JSON as well: without a key there is nothing else to expect. */
const REFUSALS = [400, 401, 403, 429];

/**
 * Asks an upstream for its bot users, without a key.
 *
 * @param headers the version header
 * @returns one sentence for the operator with the likely correction; `undefined`: it responds like this API
 */
export async function probeUpstream(
  { base, send }: UpstreamClient,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const { list } = botUserEndpoints;
  const url = base.href.replace(/\/$/, '');

  async function ask(below: string) {
    const path = `${below}${list.path}?limit=1`;
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await send({ method: 'GET', path, headers, signal });
    const json = jsonIn(await response.text);
    const isLikeThisApi =
      response.statusCode === list.status
        ? list.result.safeParse(json).success
        : REFUSALS.includes(response.statusCode) && z.looseObject({}).safeParse(json).success;
    return { ...response, isLikeThisApi };
  }

  async function findProblem(): Promise<string | undefined> {
    const { isLikeThisApi, statusCode, headers: sent } = await ask('');
    if (isLikeThisApi) return undefined;
    const { location, 'content-type': type = 'no content type' } = sent;
    if (location !== undefined)
      return `redirects to ${String(location)}, which is not followed: set it to the address that answers itself`;
    if ((await ask(API_BASE)).isLikeThisApi)
      return `does not answer like this API, but ${url}${API_BASE} does: set it to that`;
    return `does not answer like this API (status ${statusCode}, ${String(type)}): check the address`;
  }

  const problem = await findProblem().catch((error: unknown) => {
    const reason = error instanceof ServiceError ? error.reason : 'no answer';
    return `cannot be reached (${reason}): check the address, and that the service runs`;
  });
  return problem && `UPSTREAM_URL ${url} ${problem}.`;
}
