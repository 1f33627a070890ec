import type * as z from 'zod/mini';
import {
  BOT_USER_NAME_MAX,
  BotUser,
  BotUserCreate,
  BotUserListAnswer,
  BotUserName,
  BotUserUpdate,
} from '#contract/bot-user.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { IpRestrictionAnswer, IpRestrictionReplace, Ref } from '#contract/ip-restriction.ts';
import { PAGE_LIMIT_DEFAULT, PageQuery } from '#contract/page.ts';

export type Schema = z.core.$ZodType;

/** What a schema of the contract cannot say by itself: JSON Schema keywords, above all a description. */
export type Keywords = z.core.JSONSchema.BaseSchema & { description: string };

export interface Described {
  name: string;
  schema: Schema;
  keywords: Keywords;
  fields: Record<string, Keywords>;
}

/** A field of the contract without a text here does not compile. */
function object<S extends z.core.$ZodObject>(
  name: string,
  schema: S,
  description: string,
  fields: { [Field in keyof S['_zod']['def']['shape']]: Keywords },
): Described {
  return { name, schema, keywords: { description }, fields };
}

const uri = (description: string): Keywords => ({ description, format: 'uri' });

/** Would break lines of lists, logs and CSV files; spelled for regular expressions of any language. */
const UNFIT = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029`;

/** Each becomes a component of the document. */
export const describedSchemas: Described[] = [
  object('BotUser', BotUser, 'A named bot identity.', {
    id: { description: 'Given by the service; opaque.' },
    uri: uri('Address of this bot user.'),
    name: { description: 'For people; unique among the bot users.' },
    active: { description: 'Whether the bot may act.' },
    created_at: { description: 'When it was created, in UTC (RFC 3339).', format: 'date-time' },
  }),
  object('BotUserList', BotUserListAnswer, 'One page of bot users.', {
    bot_users: { description: 'Newest first.' },
    uri: uri('Address of the list.'),
    next_page_uri: uri('Address of the next page, with the limit in force; null after the last.'),
  }),
  {
    name: 'BotUserName',
    schema: BotUserName,
    keywords: {
      description:
        `Outer white space is dropped before anything else is looked at. What remains has 1 to ` +
        `${BOT_USER_NAME_MAX} characters (code points), without line breaks, control characters or ` +
        `lone surrogates. It must not be the name of another bot user; case counts.`,
      maxLength: BOT_USER_NAME_MAX,
      pattern: String.raw`^[^${UNFIT}]*[^\s${UNFIT}][^${UNFIT}]*$`,
    },
    fields: {},
  },
  object('BotUserCreate', BotUserCreate, 'Other fields are refused.', {
    name: { description: 'Unique among the bot users.' },
    active: { description: 'Whether the bot may act.' },
  }),
  object('BotUserUpdate', BotUserUpdate, 'A field that is left out keeps its value.', {
    id: { description: 'Needless; when it is sent, it must equal the id in the address.' },
    name: { description: 'The new name.' },
    active: { description: 'Whether the bot may act.' },
  }),
  object('IpRestriction', IpRestrictionAnswer, 'The IP restriction module of a route.', {
    enabled: { description: 'Whether it is applied to traffic.' },
    ip_policies: { description: 'In the order in which they were sent, without repeats.' },
  }),
  object(
    'IpRestrictionReplace',
    IpRestrictionReplace,
    'The whole module: what is left out takes its default, not the value it had. Other fields are refused.',
    {
      enabled: { description: 'Whether it is applied to traffic.' },
      ip_policy_ids: {
        description:
          'Ids of IP policies: at most 10,000, of at most 255 characters; repeats are dropped.',
      },
    },
  ),
  object('Ref', Ref, 'Where a resource is found.', {
    id: { description: 'Id of the resource.' },
    uri: uri('Address of the resource.'),
  }),
  object('Error', ErrorBody, 'Every refusal has this form.', {
    error_code: { description: 'For programs.' },
    status_code: { description: 'The status of the answer.' },
    msg: { description: 'For people; the wording may change.' },
    details: {
      description:
        'operation_id always, as in the header Operation-Id; besides it the names of refused fields, ' +
        'each with what is wrong.',
    },
  }),
];

export const describedQuery = object('PageQuery', PageQuery, 'Which page of a list.', {
  limit: { description: 'The most rows of the page.', default: PAGE_LIMIT_DEFAULT },
  before_id: {
    description:
      'Gives what is older than this bot user, which may have been deleted since. Another form of id ' +
      'is refused. Follow next_page_uri rather than building it.',
  },
});
