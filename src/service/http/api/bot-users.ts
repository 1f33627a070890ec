import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import type { BotUserRecord, BotUsers } from '#service/domain/bot-users.ts';
import { route, type Route } from '#service/http/api/route.ts';

/**
 * Bot users over HTTP: URIs and pages; all rules are in the domain.
 *
 * @param base public address of the API
 */
export function botUserRoutes(botUsers: BotUsers, base: string): Route[] {
  const uri = base + botUserEndpoints.list.path;
  const toWire = ({ id, ...fields }: BotUserRecord): BotUser => ({
    id,
    uri: `${uri}/${id}`,
    ...fields,
  });

  return [
    route(botUserEndpoints.create, async ({ body }) => toWire(await botUsers.create(body))),
    route(botUserEndpoints.list, async ({ query }) => {
      const { items, limit, nextBeforeId } = await botUsers.list(query);
      const next = nextBeforeId && `${uri}?before_id=${nextBeforeId}&limit=${limit}`;
      return { bot_users: items.map(toWire), uri, next_page_uri: next ?? null };
    }),
    route(botUserEndpoints.get, async ({ params }) => toWire(await botUsers.get(params.id))),
    route(botUserEndpoints.update, async ({ params, body }) =>
      toWire(await botUsers.update(params.id, body)),
    ),
    route(botUserEndpoints.remove, ({ params }) => botUsers.remove(params.id)),
  ];
}
