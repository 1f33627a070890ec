import * as z from 'zod/mini';
import {
  BOT_USER_NAME_MAX,
  BotUser,
  BotUserCreate,
  BotUserListAnswer,
  BotUserName,
  BotUserUpdate,
} from '#contract/bot-user.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { HistoryEntry, HistoryList, HistoryQuery, HistoryVersion } from '#contract/history.ts';
import {
  IpPolicyRef,
  IpRestrictionReplace,
  IpRestrictionResponse,
} from '#contract/ip-restriction.ts';
import { PAGE_LIMIT_DEFAULT, PageQuery } from '#contract/page.ts';

type Schema = z.core.$ZodType;

/** What a schema of the contract cannot say by itself; one that has an `id` becomes a component of the document. */
const described = z.registry<z.core.JSONSchema.BaseSchema & { id?: string }>();

const COMPONENTS = {
  BotUser,
  BotUserList: BotUserListAnswer,
  BotUserCreate,
  BotUserUpdate,
  IpRestriction: IpRestrictionResponse,
  IpRestrictionReplace,
  Ref: IpPolicyRef,
  HistoryList,
  HistoryEntry,
  HistoryVersion,
  Error: ErrorBody,
};

for (const [id, schema] of Object.entries(COMPONENTS)) described.add(schema, { id });

/** Would break lines of lists, logs and CSV files; spelled for regular expressions of any language. */
const UNFIT = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029`;
described.add(BotUserName, {
  id: 'BotUserName',
  description:
    `Outer white space is dropped first. What remains has 1 to ${BOT_USER_NAME_MAX} characters (code ` +
    'points), without line breaks, control characters or lone surrogates. It must not be the name of ' +
    'another bot user; case counts.',
  maxLength: BOT_USER_NAME_MAX,
  pattern: String.raw`^[^${UNFIT}]*[^\s${UNFIT}][^${UNFIT}]*$`,
});
for (const time of [BotUser.shape.created_at, HistoryEntry.shape.at])
  described.add(time, { format: 'date-time' });
described.add(PageQuery.shape.limit, { default: PAGE_LIMIT_DEFAULT });
described.add(PageQuery.shape.before_id, {
  description: 'Gives what is older than the one with this id, which may be gone since.',
});
described.add(HistoryQuery.shape.resource, {
  description: 'Id of what was changed; of an IP restriction that of its route.',
});
described.add(HistoryQuery.shape.who, {
  description: 'Id of a key, command, or a person that a proxy has named.',
});
described.add(HistoryQuery.shape.day, {
  description: 'Changes of this day and of earlier ones, in UTC.',
});

const toRef = (name: string) => `#/components/schemas/${name}`;

/** @throws {Error} the schema is no component */
export function refOf(schema: Schema): { $ref: string } {
  const id = described.get(schema)?.id;
  if (id === undefined) throw new Error('A schema of the contract has no name in the document');
  return { $ref: toRef(id) };
}

/** `io: 'input'`, for a field with a default need not be sent. */
export function componentSchemas(): Record<string, object> {
  const options = { io: 'input', uri: toRef, metadata: described } as const;
  const { schemas } = z.toJSONSchema(described, options);
  const components = Object.entries(schemas).map(([name, json]) => {
    const { $schema: _, $id: __, ...schema } = json;
    return [name, schema];
  });
  return Object.fromEntries(components);
}

/** `io: 'output'`: the schema of a parameter describes the parsed value. */
export function queryParameters(query: Schema): object[] {
  const { properties = {} } = z.toJSONSchema(query, {
    io: 'output',
    metadata: described,
    unrepresentable: 'any', // an endpoint without a query
  });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}
