import { STATUS_CODES } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { historyEndpoint } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { API_BASE } from '#contract/wire.ts';
import { ERRORS, type ErrorCode } from '#service/domain/errors.ts';
import { componentSchemas, queryParameters, refOf } from '#service/http/openapi/schemas.ts';

type OpenApiOptions = Record<'publicUrl' | 'versionHeader' | 'version', string>;

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
const OPERATIONS: Record<string, Operation> = {
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

const OWN_ERRORS = Object.values(OPERATIONS).flatMap(({ errors = [] }) => errors);

/** Any operation may respond with these; those of an upstream are the upstream mode's. */
const ERRORS_OF_ALL = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => !OWN_ERRORS.includes(code) && !code.startsWith('UPSTREAM_'),
);

const toLine = (code: ErrorCode) => `- \`${code}\` (${ERRORS[code].status}): ${ERRORS[code].text}.`;

const DESCRIPTION = `\
Manages bot users, and the IP restriction of the routes of HTTPS edges. Requests and responses are JSON.

Fields and parameters that are not listed are refused. Responses may get further fields inside one version: \
ignore those that you do not know.

A response with an ETag may be asked for by If-None-Match, and is a 304 while it has that tag; If-Match and \
If-None-Match make a change only of the state that they name.

Every response has the header Operation-Id, which the log of the service knows. 429 and 503 have Retry-After. Where an \
API key has a limit, RateLimit-Limit, -Remaining and -Reset tell of it; Key-Access is \`read-only\` for a key that may \
change nothing.

Every refusal has one form, the schema Error; \`error_code\` says which it is, and what is in braces in its text \
stands for a value. Of any operation it may be:

${ERRORS_OF_ALL.map(toLine).join('\n')}`;

/** The API as an OpenAPI 3.1 document, in JSON. It is the same for as long as the service runs. */
export function openApiText({ publicUrl, versionHeader, version }: OpenApiOptions): string {
  const versionParameter = {
    name: versionHeader,
    in: 'header',
    required: true,
    schema: { type: 'string', enum: [version] },
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, operation] of Object.entries(OPERATIONS)) {
    const { endpoint, description, errors = [], base } = operation;
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId,
      description,
      security: [{ apiKey: [] }],
      parameters: [versionParameter, ...parametersOf(endpoint)],
      ...bodiesOf(endpoint, errors),
      ...(base && { servers: [{ url: publicUrl + base }] }),
    };
  }
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Gatehouse management API', version, description: DESCRIPTION },
    servers: [{ url: publicUrl + API_BASE }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  });
}

function parametersOf({ path, query, tagged, conditional }: Endpoint): object[] {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const conditions = conditional ? ['If-Match', 'If-None-Match'] : tagged ? ['If-None-Match'] : [];
  return [
    ...ids.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    })),
    ...queryParameters(query),
    ...conditions.map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
  ];
}

function bodiesOf(endpoint: Endpoint, errors: ErrorCode[]): object {
  const { method, body, status, result, answer = result, tagged } = endpoint;
  return {
    ...(body !== none && { requestBody: { required: true, ...jsonOf(refOf(body)) } }),
    responses: {
      [status]: {
        description: STATUS_CODES[status],
        ...(answer !== none && jsonOf(refOf(answer))),
      },
      ...(method === 'GET' && tagged && { 304: { description: STATUS_CODES[304] } }),
      default: refusal(errors),
    },
  };
}

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

/** @param own errors besides those of all operations, whose texts are in the description of the whole */
function refusal(own: ErrorCode[]) {
  const properties = { error_code: { enum: [...own, ...ERRORS_OF_ALL] } };
  const schema = { allOf: [refOf(ErrorBody), { properties }] };
  const description = ['It is refused', '', ...own.map(toLine)].join('\n');
  return { description, ...jsonOf(schema) };
}
