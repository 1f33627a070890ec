import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { historyEndpoint } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { ErrorCode } from '#service/domain/errors.ts';

/** An endpoint, and what it does not say itself. */
export interface Operation {
  endpoint: Endpoint;
  summary: string;
  description?: string;
  /** Those of its own; the ones that follow from its endpoint are added. */
  errors?: ErrorCode[];
}

export interface OperationGroup {
  tag: string;
  description: string;
  /** Descriptions of the parameters of its paths, by name. */
  params?: Record<string, string>;
  /** Where it is found, when that is not below the base of the API. */
  base?: string;
  /** By their `operationId`. */
  operations: Record<string, Operation>;
}

export const groups: OperationGroup[] = [
  {
    tag: 'Bot users',
    description: 'Named bot identities. An inactive one cannot act.',
    params: { id: 'Id of the bot user.' },
    operations: {
      createBotUser: {
        endpoint: botUserEndpoints.create,
        summary: 'Create a bot user',
        description: 'It is active unless active is false.',
        errors: ['NAME_TAKEN'],
      },
      listBotUsers: {
        endpoint: botUserEndpoints.list,
        summary: 'List bot users',
        description:
          'Newest first, in pages. Follow next_page_uri until it is null; pages do not shift when bot users ' +
          'are created or deleted meanwhile.',
      },
      getBotUser: {
        endpoint: botUserEndpoints.get,
        summary: 'Get a bot user',
        errors: ['BOT_USER_NOT_FOUND'],
      },
      updateBotUser: {
        endpoint: botUserEndpoints.update,
        summary: 'Update a bot user',
        description: 'A field that is left out keeps its value; an empty object changes nothing.',
        errors: ['BOT_USER_NOT_FOUND', 'NAME_TAKEN'],
      },
      deleteBotUser: {
        endpoint: botUserEndpoints.remove,
        summary: 'Delete a bot user',
        description: 'For good; its name may be used again, its id never is.',
        errors: ['BOT_USER_NOT_FOUND'],
      },
    },
  },
  {
    tag: 'IP restrictions',
    description:
      'The IP restriction module of a route of an HTTPS edge: which IP policies decide whether a source ' +
      'may reach it. A route has one module or none.',
    params: { edge_id: 'Id of the HTTPS edge.', id: 'Id of a route of that edge.' },
    operations: {
      replaceIpRestriction: {
        endpoint: ipRestrictionEndpoints.replace,
        summary: 'Replace the module',
        description:
          'Makes the module what the body says, whether there was one or not. To change one part only, send ' +
          'the other as it is: a body without enabled switches the module on, one without ip_policy_ids ' +
          'empties it. If-Match guards against overwriting the change of somebody else.',
        errors: ['UNKNOWN_IP_POLICY', 'EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND'],
      },
      getIpRestriction: {
        endpoint: ipRestrictionEndpoints.get,
        summary: 'Get the module',
        errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'MODULE_NOT_FOUND'],
      },
      deleteIpRestriction: {
        endpoint: ipRestrictionEndpoints.remove,
        summary: 'Delete the module',
        description: 'Succeeds without a module too, unless If-Match asks for one.',
        errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND'],
      },
    },
  },
  {
    tag: 'History',
    description: 'Who changed what. Entries are never changed, and removed only when they are old.',
    base: INVENTORY_BASE,
    operations: {
      listHistory: {
        endpoint: historyEndpoint,
        summary: 'List changes',
        description:
          'Newest first, in pages. Follow next_page_uri until it is null. Filters are joined by and.',
      },
    },
  },
];
