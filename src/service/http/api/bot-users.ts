import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import type { BotUserRecord, BotUsers } from '#service/domain/bot-users.ts';
import { operation, type Operation } from '#service/http/api/api.ts';

/**
 * Bot users over HTTP: URIs and pages; all rules are in the domain.
 *
 * @param base gives the public address of the API
 */
export function botUserOperations(botUsers: BotUsers, base: () => string): Operation[] {
  const listUri = () => base() + botUserEndpoints.list.path;
  const toWire = ({ id, ...fields }: BotUserRecord): BotUser => ({
    id,
    uri: `${listUri()}/${id}`,
    ...fields,
  });

  return [
    operation(botUserEndpoints.create, async ({ body, author }) =>
      toWire(await botUsers.create(body, await author())),
    ),
    operation(botUserEndpoints.list, async ({ query }) => {
      const uri = listUri();
      const { items, limit, nextBeforeId } = await botUsers.list(query);
      const next = nextBeforeId && `${uri}?before_id=${nextBeforeId}&limit=${limit}`;
      return { bot_users: items.map(toWire), uri, next_page_uri: next ?? null };
    }),
    operation(botUserEndpoints.get, async ({ params }) => toWire(await botUsers.get(params.id))),
    operation(botUserEndpoints.update, async ({ params, body, author }) =>
      toWire(await botUsers.update(params.id, body, await author())),
    ),
    operation(botUserEndpoints.remove, async ({ params, author }) =>
      botUsers.remove(params.id, await author()),
    ),
  ];
}
