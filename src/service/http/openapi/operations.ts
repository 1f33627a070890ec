import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { historyEndpoint } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { ErrorCode } from '#service/domain/errors.ts';

/** An endpoint, and what it does not say itself. */
interface Operation {
  endpoint: Endpoint;
  description?: string;
  /** Those of its own: any operation may respond with the others. */
  errors?: ErrorCode[];
  /** Where it is found, when that is not below the base of the API. */
  base?: string;
}

/** By their `operationId`. */
export const operations: Record<string, Operation> = {
  createBotUser: { endpoint: botUserEndpoints.create, errors: ['NAME_TAKEN'] },
  listBotUsers: {
    endpoint: botUserEndpoints.list,
    description:
      'Newest first, in pages. Follow next_page_uri until it is null; pages do not shift when bot users ' +
      'are created or deleted meanwhile.',
  },
  getBotUser: { endpoint: botUserEndpoints.get, errors: ['BOT_USER_NOT_FOUND'] },
  updateBotUser: {
    endpoint: botUserEndpoints.update,
    description: 'A field that is left out keeps its value; an id must equal that in the address.',
    errors: ['BOT_USER_NOT_FOUND', 'NAME_TAKEN'],
  },
  deleteBotUser: { endpoint: botUserEndpoints.remove, errors: ['BOT_USER_NOT_FOUND'] },
  replaceIpRestriction: {
    endpoint: ipRestrictionEndpoints.replace,
    description:
      'Makes the module what the body says, whether there was one or not. To change one part only, send ' +
      'the other as it is: a body without enabled switches the module on, one without ip_policy_ids ' +
      'empties it. If-Match guards against overwriting the change of somebody else.',
    errors: ['UNKNOWN_IP_POLICY', 'EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  getIpRestriction: {
    endpoint: ipRestrictionEndpoints.get,
    errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'MODULE_NOT_FOUND'],
  },
  deleteIpRestriction: {
    endpoint: ipRestrictionEndpoints.remove,
    description: 'Succeeds without a module too, unless If-Match asks for one.',
    errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  listHistory: {
    endpoint: historyEndpoint,
    description:
      'Who changed what, newest first, in pages. Filters are joined by and. before is null where there was ' +
      'nothing or that is not known, after where it is gone.',
    base: INVENTORY_BASE,
  },
};
