import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { documented, type Documented } from '#service/http/openapi/operation.ts';

const tag = 'IP restrictions';
const params = {
  edge_id: { description: 'Id of the HTTPS edge.', example: 'edghts_3E8vQmZ0rV5hXkT3JcW7bLfSgAa' },
  id: {
    description: 'Id of a route of that edge.',
    example: 'edghtsrt_3E8vQxN1sV5hXkT3JcW7bLfSgAa',
  },
};
const policies = ['ipp_3E8vPaB2tV5hXkT3JcW7bLfSgAa', 'ipp_3E8vPcD3uV5hXkT3JcW7bLfSgAa'];
const office = {
  enabled: true,
  ip_policies: policies.map((id) => ({
    id,
    uri: `https://gatehouse.example.com/api/ip_policies/${id}`,
  })),
};

const header = (name: string, description: string, schema: object, example: string) => ({
  name,
  in: 'header' as const,
  description,
  schema,
  example,
});
const tagText = { type: 'string' };
const ifMatch = header(
  'If-Match',
  'The ETag of what is to be changed, or * for any module: otherwise nothing is changed, and the answer is 412.',
  tagText,
  '"q3Zk8VbN1xYcT5mJwR7hLg"',
);
const ifAbsent = header(
  'If-None-Match',
  'Only *: makes the module when the route has none; otherwise nothing is changed, and the answer is 412.',
  { const: '*' },
  '*',
);
const ifNotThis = header(
  'If-None-Match',
  'The ETag of what is to stay: then nothing is changed, and the answer is 412. With * no module is ever deleted.',
  tagText,
  '"q3Zk8VbN1xYcT5mJwR7hLg"',
);
const ifChanged = header(
  'If-None-Match',
  'The ETag of what the caller has: when the module still has it, the answer is 304 without a body.',
  tagText,
  '"q3Zk8VbN1xYcT5mJwR7hLg"',
);

export const ipRestrictionTag = {
  name: tag,
  description:
    'The IP restriction module of a route of an HTTPS edge: which IP policies decide whether a source ' +
    'may reach it. A route has one module or none.',
};

export const ipRestrictionOperations: Documented[] = [
  documented(ipRestrictionEndpoints.replace, {
    operationId: 'replaceIpRestriction',
    tag,
    summary: 'Replace the module',
    description:
      'Makes the module what the body says, whether there was one or not. To change one part only, send ' +
      'the other as it is: a body without enabled switches the module on, one without ip_policy_ids ' +
      'empties it. If-Match guards against overwriting the change of somebody else.',
    params,
    bodies: {
      on: { summary: 'On, with two policies', value: { enabled: true, ip_policy_ids: policies } },
      off: {
        summary: 'Off, and the policies kept',
        value: { enabled: false, ip_policy_ids: policies },
      },
    },
    answer: 'The module as it is now.',
    answers: { replaced: { summary: 'On, with two policies', value: office } },
    errors: ['UNKNOWN_IP_POLICY', 'EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
    conditional: [ifMatch, ifAbsent],
  }),
  documented(ipRestrictionEndpoints.get, {
    operationId: 'getIpRestriction',
    tag,
    summary: 'Get the module',
    description: 'Gives the module as it is now.',
    params,
    answer: 'The module.',
    answers: {
      on: { summary: 'On, with two policies', value: office },
      off: { summary: 'Off and empty', value: { enabled: false, ip_policies: [] } },
    },
    errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'MODULE_NOT_FOUND'],
    conditional: [ifChanged],
  }),
  documented(ipRestrictionEndpoints.remove, {
    operationId: 'deleteIpRestriction',
    tag,
    summary: 'Delete the module',
    description: 'Succeeds without a module too, unless If-Match asks for one.',
    params,
    answer: 'The route has no module.',
    errors: ['EDGE_NOT_FOUND', 'ROUTE_NOT_FOUND', 'PRECONDITION_FAILED'],
    conditional: [ifMatch, ifNotThis],
  }),
];
