import * as z from 'zod/mini';
import { endpoint, none } from '#contract/endpoint.ts';
import { PageQuery } from '#contract/page.ts';

/** Unknown fields are kept: additive changes are allowed inside one version of the API. */
export const BotUser = z.looseObject({
  id: z.string().check(z.minLength(1)),
  uri: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** RFC 3339. Kept as text, so that a form we cannot read can still be shown. */
  created_at: z.string(),
});
export type BotUser = z.infer<typeof BotUser>;

/** Characters (code points) of a name. Ours, the API text shows no limit: decisions/0003. */
export const BOT_USER_NAME_MAX = 255;

/** What would break lines of lists, logs and CSV files, or is no text at all. Ours, as the bound of a name's length. */
export const UNFIT_IN_NAME = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Outer white space is dropped. */
export const BotUserName = z.string('Name must be text').check(
  z.trim(),
  z.minLength(1, 'Enter a name'),
  z.refine(
    (name) => Array.from(name).length <= BOT_USER_NAME_MAX,
    `Name must be ${BOT_USER_NAME_MAX} characters or fewer`,
  ),
);

const Active = z.boolean('Active must be true or false');

export const BotUserCreate = z.strictObject({
  name: BotUserName,
  active: z._default(Active, true),
});
export type BotUserCreate = z.input<typeof BotUserCreate>;

/** An absent field keeps its value. */
export const BotUserUpdate = z.strictObject({
  /** Listed among the parameters of the operation; when it is sent it must equal the id of the path. */
  id: z.exactOptional(z.string('id must be text')),
  name: z.exactOptional(BotUserName),
  active: z.exactOptional(Active),
});
export type BotUserUpdate = z.input<typeof BotUserUpdate>;

/** A list as the service sends it. */
export const BotUserListAnswer = z.object({
  bot_users: z.array(BotUser),
  uri: z.string(),
  next_page_uri: z.nullable(z.string()),
});

/** Empty arrays and the last `next_page_uri` may be missing or null: services leave empty fields out. */
export const BotUserList = z.pipe(
  z
    .looseObject({
      bot_users: z.nullish(z.array(z.unknown())),
      uri: z.nullish(z.string()),
      next_page_uri: z.nullish(z.string()),
    })
    .check(
      z.refine(
        ({ bot_users, uri, ...others }) =>
          Array.isArray(bot_users) ||
          // A list of something else is no empty list of bot users.
          (typeof uri === 'string' && !Object.values(others).some(Array.isArray)),
        'bot_users is missing',
      ),
    ),
  z.transform(({ bot_users, next_page_uri }) => toList(bot_users ?? [], next_page_uri || null)),
);
/** A list as a reader gets it. */
export type BotUserList = z.output<typeof BotUserList>;

function toList(rows: unknown[], next_page_uri: string | null) {
  const bot_users = rows.filter(isBotUser);
  /** Rows of the page that are no bot users as far as this version can tell. They hide none of the others. */
  const unreadable = rows.length - bot_users.length;
  return { bot_users, next_page_uri, unreadable };
}

/** The row is kept as it came: a copy takes more memory, and a long list holds 100,000. */
const isBotUser = (row: unknown): row is BotUser => z.safeParse(BotUser, row).success;

export const botUserEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/bot_users',
    body: BotUserCreate,
    status: 201,
    result: BotUser,
  }),
  list: endpoint({
    path: '/bot_users',
    query: PageQuery,
    result: BotUserList,
    answer: BotUserListAnswer,
  }),
  get: endpoint({ path: '/bot_users/{id}', result: BotUser }),
  update: endpoint({
    method: 'PATCH',
    path: '/bot_users/{id}',
    body: BotUserUpdate,
    result: BotUser,
  }),
  remove: endpoint({ method: 'DELETE', path: '/bot_users/{id}', status: 204, result: none }),
};
