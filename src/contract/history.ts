import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { PageQuery } from '#contract/page.ts';

const OPERATIONS = ['create', 'update', 'delete'] as const;

/** What can be different before and after a change. */
export const HistoryVersion = z.object({
  /** The name of a bot user or policy, the label of a key or route; `null`: an IP restriction has none. */
  name: z.nullable(z.string()),
  /** A bot user is active, an IP restriction is on, a key is accepted; `null` where there is no such choice. */
  active: z.nullable(z.boolean()),
  /** The policies of an IP restriction; `null` for anything else. */
  ip_policy_ids: z.nullable(z.array(z.string())),
});
export type HistoryVersion = z.infer<typeof HistoryVersion>;

/** One change of one thing. */
export const HistoryEntry = z.object({
  id: z.string().check(z.minLength(1)),
  /** RFC 3339. */
  at: z.string(),
  who: z.object({
    /** Id of the key; `null`: a command on the machine of the service. */
    key_id: z.nullable(z.string()),
    /** Label of the key; `command` for a command. */
    label: z.string(),
    /** Named by a proxy that signs people in. */
    person: z.nullable(z.string()),
  }),
  operation: z.enum(OPERATIONS),
  resource: z.object({
    type: z.enum(['bot_user', 'ip_restriction', 'api_key', 'route', 'ip_policy']),
    /** Id of the thing; an IP restriction has that of its route. */
    id: z.string(),
    /** Only a route and an IP restriction have one. */
    edge_id: z.nullable(z.string()),
    /** Name or label then; of an IP restriction: the label of its route. May be empty. */
    name: z.string(),
  }),
  /** `null`: there was nothing, or it is not known. */
  before: z.nullable(HistoryVersion),
  /** `null`: it is gone. */
  after: z.nullable(HistoryVersion),
  operation_id: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
export type HistoryOperation = HistoryEntry['operation'];
export type HistoryResource = HistoryEntry['resource']['type'];

const DAY_TEXT = 'day must be a date such as 2026-01-31';

/** Filters of the list; all of them must fit. */
export const HistoryQuery = z.strictObject({
  ...PageQuery.shape,
  /** Id. */
  resource: z.exactOptional(z.string().check(z.minLength(1, 'resource must not be empty'))),
  /** Id of a key, `command`, or a person. */
  who: z.exactOptional(z.string().check(z.minLength(1, 'who must not be empty'))),
  operation: z.exactOptional(z.enum(OPERATIONS, 'operation must be create, update or delete')),
  /**
   * Only entries of this day and of earlier ones, in UTC. `z.iso` would bring its pattern of all months into what the page
   * loads before its rows.
   */
  day: z.exactOptional(
    z.string().check(
      z.regex(/^\d{4}-\d\d-\d\d$/, DAY_TEXT),
      z.refine((day) => new Date(day).toJSON()?.startsWith(day), DAY_TEXT),
    ),
  ),
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const HistoryList = z.object({
  /** Newest first. */
  history: z.array(HistoryEntry),
  next_page_uri: z.nullable(z.string()),
});

/** Below the base of the inventory; only where `history` of the configuration says so. */
export const historyEndpoint = endpoint({
  path: '/history',
  query: HistoryQuery,
  result: HistoryList,
});
