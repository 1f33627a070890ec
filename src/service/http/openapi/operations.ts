import type * as z from 'zod/mini';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#service/domain/error-codes.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

/** By what they show. */
type Examples<Value> = Record<string, Value>;

/** What the endpoint itself does not say. */
interface OperationText<E extends Endpoint> {
  operationId: string;
  summary: string;
  description: string;
  bodies?: Examples<z.input<E['body']>>;
  results?: Examples<AnswerOf<E>>;
  /** Those of its own; the ones that follow from its method, path and body are added. */
  errors: ErrorCode[];
  /** Request headers that make it conditional, with what they do. */
  conditions?: { [Name in 'If-Match' | 'If-None-Match']?: string };
}

/** An endpoint and its texts, for a table of many. */
export interface Operation {
  endpoint: Endpoint;
  text: OperationText<Endpoint>;
}

const operation = <E extends Endpoint>(endpoint: E, text: OperationText<E>): Operation => ({
  endpoint,
  text,
});

const API = 'https://gatehouse.example.com/api';
const nightly: BotUser = {
  id: 'bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa',
  uri: `${API}/bot_users/bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa`,
  name: 'nightly build',
  active: true,
  created_at: '2026-03-02T08:30:00Z',
};
const policies = ['ipp_3E8vPaB2tV5hXkT3JcW7bLfSgAa', 'ipp_3E8vPcD3uV5hXkT3JcW7bLfSgAa'];
const office = {
  enabled: true,
  ip_policies: policies.map((id) => ({ id, uri: `${API}/ip_policies/${id}` })),
};
const page = { bot_users: [nightly], uri: `${API}/bot_users` };

export const groups = [
  {
    tag: 'Bot users',
    description: 'Named bot identities. An inactive one cannot act.',
    params: { id: ['Id of the bot user.', nightly.id] },
    operations: [
      operation(botUserEndpoints.create, {
        operationId: 'createBotUser',
        summary: 'Create a bot user',
        description: 'It is active unless active is false.',
        bodies: {
          'An active bot user': { name: 'nightly build' },
          'Not to act yet': { name: 'release', active: false },
        },
        results: { 'The new bot user': nightly },
        errors: ['NAME_TAKEN'],
      }),
      operation(botUserEndpoints.list, {
        operationId: 'listBotUsers',
        summary: 'List bot users',
        description:
          'Newest first, in pages. Follow next_page_uri until it is null; pages do not shift when bot users ' +
          'are created or deleted meanwhile.',
        results: {
          'Older ones follow': {
            ...page,
            next_page_uri: `${page.uri}?before_id=${nightly.id}&limit=1`,
          },
          'The last page': { ...page, next_page_uri: null },
        },
        errors: [],
      }),
      operation(botUserEndpoints.get, {
        operationId: 'getBotUser',
        summary: 'Get a bot user',
        description: 'Gives the bot user as it is now.',
        results: { 'The bot user': nightly },
        errors: ['BOT_USER_NOT_FOUND'],
      }),
      operation(botUserEndpoints.update, {
        operationId: 'updateBotUser',
        summary: 'Update a bot user',
        description: 'A field that is left out keeps its value; an empty object changes nothing.',
        bodies: { 'Switch it off': { active: false }, 'Rename it': { name: 'weekly build' } },
        results: { 'Switched off': { ...nightly, active: false } },
        errors: ['BOT_USER_NOT_FOUND', 'NAME_TAKEN'],
      }),
      operation(botUserEndpoints.remove, {
        operationId: 'deleteBotUser',
        summary: 'Delete a bot user',
        description: 'For good; its name may be used again, its id never is.',
        errors: ['BOT_USER_NOT_FOUND'],
      }),
    ],
  },
  {
    tag: 'IP restrictions',
    description:
      'The IP restriction module of a route of an HTTPS edge: which IP policies decide whether a source ' +
      'may reach it. A route has one module or none.',
    params: {
      edge_id: ['Id of the HTTPS edge.', 'edghts_3E8vQmZ0rV5hXkT3JcW7bLfSgAa'],
      id: ['Id of a route of that edge.', 'edghtsrt_3E8vQxN1sV5hXkT3JcW7bLfSgAa'],
    },
    operations: [
      operation(ipRestrictionEndpoints.replace, {
        operationId: 'replaceIpRestriction',
        summary: 'Replace the module',
        description:
          'Makes the module what the body says, whether there was one or not. To change one part only, send ' +
          'the other as it is: a body without enabled switches the module on, one without ip_policy_ids ' +
          'empties it. If-Match guards against overwriting the change of somebody else.',
        bodies: {
          'On, with two policies': { enabled: true, ip_policy_ids: policies },
          'Off, and the policies kept': { enabled: false, ip_policy_ids: policies },
        },
        results: { 'On, with two policies': office },
        errors: ['UNKNOWN_IP_POLICY', 'EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
        conditions: {
          'If-Match':
            'Changes the module only while it has this ETag, or with * while there is one.',
          'If-None-Match': 'With *: makes the module only while the route has none.',
        },
      }),
      operation(ipRestrictionEndpoints.get, {
        operationId: 'getIpRestriction',
        summary: 'Get the module',
        description: 'Gives the module as it is now.',
        results: {
          'On, with two policies': office,
          'Off and empty': { enabled: false, ip_policies: [] },
        },
        errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'MODULE_NOT_FOUND'],
        conditions: {
          'If-None-Match': 'The ETag that the caller has: 304 without a body while it is the same.',
        },
      }),
      operation(ipRestrictionEndpoints.remove, {
        operationId: 'deleteIpRestriction',
        summary: 'Delete the module',
        description: 'Succeeds without a module too, unless If-Match asks for one.',
        errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
        conditions: {
          'If-Match':
            'Deletes the module only while it has this ETag, or with * while there is one.',
          'If-None-Match': 'Deletes the module only while it has another ETag; with * never.',
        },
      }),
    ],
  },
] satisfies {
  tag: string;
  description: string;
  /** Of paths, by name: description and example. */
  params: Record<string, [string, string]>;
  operations: Operation[];
}[];
