import * as z from 'zod/mini';
import {
  BOT_USER_NAME_MAX,
  BotUser,
  BotUserCreate,
  BotUserListAnswer,
  BotUserName,
  BotUserUpdate,
} from '#contract/bot-user.ts';
import { none } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/error-body.ts';
import {
  IpPolicyRef,
  IpRestrictionReplace,
  IpRestrictionResponse,
} from '#contract/ip-restriction.ts';
import { PAGE_LIMIT_DEFAULT, PageQuery } from '#contract/page.ts';

type Schema = z.core.$ZodType;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a schema of the contract cannot say by itself: JSON Schema keywords, or a description alone. */
type Keywords = string | (JsonSchema & { description: string });

interface Described {
  schema: Schema;
  keywords: Keywords;
  fields: Record<string, Keywords>;
}

/** A field of the contract without a text here does not compile. */
const object = <S extends z.core.$ZodObject>(
  schema: S,
  keywords: Keywords,
  fields: { [Field in keyof S['_zod']['def']['shape']]: Keywords },
): Described => ({ schema, keywords, fields });

const uri = (description: string) => ({ description, format: 'uri' });

/** Would break lines of lists, logs and CSV files; spelled for regular expressions of any language. */
const UNFIT = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029`;

/** Each becomes a component of the document. */
const DESCRIBED: Record<string, Described> = {
  BotUser: object(BotUser, 'A named bot identity.', {
    id: 'Given by the service; opaque.',
    uri: uri('Address of this bot user.'),
    name: 'For people; unique among the bot users.',
    active: 'Whether the bot may act.',
    created_at: {
      description: 'When it was created, in UTC (RFC 3339).',
      format: 'date-time',
    },
  }),
  BotUserList: object(BotUserListAnswer, 'One page of bot users.', {
    bot_users: 'Newest first.',
    uri: uri('Address of the list.'),
    next_page_uri: uri('Address of the next page, with the limit in force; null after the last.'),
  }),
  BotUserName: {
    schema: BotUserName,
    keywords: {
      description:
        `Outer white space is dropped first. What remains has 1 to ${BOT_USER_NAME_MAX} characters (code ` +
        `points), without line breaks, control characters or lone surrogates. It must not be the name of ` +
        `another bot user; case counts.`,
      maxLength: BOT_USER_NAME_MAX,
      pattern: String.raw`^[^${UNFIT}]*[^\s${UNFIT}][^${UNFIT}]*$`,
    },
    fields: {},
  },
  BotUserCreate: object(BotUserCreate, 'Other fields are refused.', {
    name: 'Unique among the bot users.',
    active: 'Whether the bot may act.',
  }),
  BotUserUpdate: object(BotUserUpdate, 'A field that is left out keeps its value.', {
    id: 'Needless; when it is sent, it must equal the id in the address.',
    name: 'The new name.',
    active: 'Whether the bot may act.',
  }),
  IpRestriction: object(IpRestrictionResponse, 'The IP restriction module of a route.', {
    enabled: 'Whether it is applied to traffic.',
    ip_policies: 'In the order in which they were sent, without repeats.',
  }),
  IpRestrictionReplace: object(
    IpRestrictionReplace,
    'The whole module: what is left out takes its default, not the value it had. Other fields are refused.',
    {
      enabled: 'Whether it is applied to traffic.',
      ip_policy_ids:
        'Ids of IP policies: at most 10,000, of at most 255 characters; repeats are dropped.',
    },
  ),
  Ref: object(IpPolicyRef, 'Where a resource is found.', {
    id: 'Id of the resource.',
    uri: uri('Address of the resource.'),
  }),
  Error: object(ErrorBody, 'Every refusal has this form.', {
    error_code: 'For programs.',
    status_code: 'The status of the response.',
    msg: 'For people; the wording may change.',
    details:
      'operation_id always, as in the header Operation-Id; besides it the names of refused fields, each ' +
      'with what is wrong.',
  }),
};

const describedQuery = object(PageQuery, 'Which page of a list.', {
  limit: { description: 'The most rows of the page.', default: PAGE_LIMIT_DEFAULT },
  before_id:
    'Gives what is older than this bot user, which may have been deleted since. Another form of id is ' +
    'refused. Follow next_page_uri rather than building it.',
});

const toRef = (name: string) => `#/components/schemas/${name}`;

/** @throws {Error} the schema is not among those with texts */
export function refOf(schema: Schema): { $ref: string } {
  const name = Object.keys(DESCRIBED).find((each) => DESCRIBED[each]?.schema === schema);
  if (name === undefined) throw new Error('A schema of the contract has no name in the document');
  return { $ref: toRef(name) };
}

/** `io: 'input'`, for a field with a default need not be sent. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(DESCRIBED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: toRef });
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([name, entry]) => {
      // An object is open unless it says otherwise; zod says it of loose ones again.
      const {
        $schema: _,
        $id: __,
        additionalProperties,
        ...json
      }: JsonSchema = schemas[name] ?? {};
      const closed = additionalProperties === false && { additionalProperties };
      const described = { ...toKeywords(entry.keywords), ...json, ...closed };
      return [
        name,
        json.properties ? { ...described, properties: properties(json, entry) } : described,
      ];
    }),
  );
}

/** `io: 'output'`: the schema of a parameter describes the parsed value. */
export function queryParameters(schema: Schema): object[] {
  if (schema === none) return [];
  if (schema !== describedQuery.schema) throw new Error('A query of the contract has no texts');
  const json = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties(json, describedQuery)).map(([name, property]) => {
    const { description, ...rest } = property;
    const required = json.required?.includes(name) ?? false;
    return { name, in: 'query', required, description, schema: rest };
  });
}

const properties = (json: JsonSchema, { fields }: Described): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([name, property]) => [
      name,
      { ...(typeof property === 'object' && property), ...toKeywords(fields[name] ?? '') },
    ]),
  );

const toKeywords = (keywords: Keywords): JsonSchema =>
  typeof keywords === 'string' ? { description: keywords } : keywords;
