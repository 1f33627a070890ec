import { fetchRestriction, type RestrictionRead } from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import { failureOf, isAnyRefused } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { FIRST_PAGE, nextPageQuery } from '#contract/page.ts';
import { BACKGROUND, type Account } from '#service/commands/account.ts';
import { count } from '#service/commands/plan-text.ts';
import { OperatorError } from '#service/domain/errors.ts';

/** All of them: one that is not known would be created once more. */
export async function loadBotUsers(account: Account): Promise<BotUser[]> {
  const rows = new Map<string, BotUser>();
  const queries = new Set([FIRST_PAGE]);
  async function work() {
    for (const query of queries) {
      const page = await account.call(botUserEndpoints.list, { query }, BACKGROUND);
      const next = nextPageQuery(page.next_page_uri);
      if (page.unreadable > 0 || (next !== undefined && queries.has(next)))
        throw new OperatorError(
          'The list of bot users cannot be read whole: a row is not readable, or a page comes again. Nothing was changed.',
        );
      for (const bot of page.bot_users) rows.set(bot.id, bot);
      if (next !== undefined) queries.add(next);
    }
  }
  await account.withProgress(() => `${count(rows.size, 'bot user')} read`, work());
  return [...rows.values()];
}

/** @returns by `routeKey`; in place of a read, why there is none */
export async function readRoutes(account: Account, routes: readonly RouteIds[]) {
  const reads = new Map<string, RestrictionRead | Error>();
  const next = new Map(routes.map((route) => [routeKey(route), route])).entries();
  async function work() {
    for (const [key, route] of next)
      try {
        reads.set(key, await fetchRestriction(account.call, route, BACKGROUND));
      } catch (error) {
        const failure = failureOf(error);
        const isOfRoute = failure?.kind === 'status' || failure?.kind === 'shape';
        if (!isOfRoute || isAnyRefused(failure)) throw error;
        reads.set(key, error as Error); // it has a failure
      }
  }
  const all = Array.from({ length: account.settings.requestsAtOnce }, work);
  await account.withProgress(() => `${count(reads.size, 'route')} read`, Promise.all(all));
  return reads;
}
