import { STATUS_CODES } from 'node:http';
import type * as z from 'zod/mini';
import { none, type Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { API_BASE } from '#contract/wire.ts';
import { ERRORS, type ErrorCode } from '#service/domain/errors.ts';
import { EXAMPLES } from '#service/http/openapi/examples.ts';
import { groups, type Operation, type OperationGroup } from '#service/http/openapi/operations.ts';
import { componentSchemas, queryParameters, refOf } from '#service/http/openapi/schemas.ts';

type OpenApiOptions = Record<'publicUrl' | 'versionHeader' | 'version', string>;

const DESCRIPTION = `\
Manages bot users, and the IP restriction of the routes of HTTPS edges. Requests and responses are JSON.

Fields and parameters that are not listed are refused. Responses may get further fields inside one version: \
ignore those that you do not know.

Every refusal has one form, the schema Error; \`error_code\` says which it is, and what is in braces in its text \
stands for a value of the refused request. Two are not listed at the \
operations, because the request reaches none: \`ENDPOINT_NOT_FOUND\` and \`METHOD_NOT_ALLOWED\`.

Every response has the header Operation-Id, which the log of the service knows. 429 and 503 have Retry-After. Where an \
API key has a limit, RateLimit-Limit, -Remaining and -Reset tell of it; Key-Access is \`read-only\` for a key that may \
change nothing.

The response to HEAD is that to GET, without the body.`;

/** The API as an OpenAPI 3.1 document, in JSON. It is the same for as long as the service runs. */
export function openApiText({ publicUrl, versionHeader, version }: OpenApiOptions): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const group of groups)
    for (const [operationId, operation] of Object.entries(group.operations)) {
      const { method, path } = operation.endpoint;
      const documented = {
        operationId,
        ...toOperation(operation, group),
        ...(group.base && { servers: [{ url: publicUrl + group.base }] }),
      };
      (paths[path] ??= {})[method.toLowerCase()] = documented;
    }
  const text = JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Gatehouse management API', version, description: DESCRIPTION },
    servers: [{ url: publicUrl + API_BASE, description: 'This service' }],
    tags: groups.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      parameters: {
        Version: {
          name: versionHeader,
          in: 'header',
          required: true,
          description: 'Version of the API.',
          schema: { type: 'string', enum: [version] },
        },
      },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of this service; `npm run key LABEL` creates one.',
        },
      },
    },
  });
  // In the texts of refusals; none of these has to be escaped.
  return text
    .replaceAll('{header}', () => versionHeader)
    .replaceAll('{version}', version)
    .replaceAll('{url}', publicUrl);
}

function toOperation(operation: Operation, { tag, params = {} }: OperationGroup): object {
  const { endpoint, summary, description } = operation;
  const { method, path, query, body, status, result, answer = result, tagged } = endpoint;
  return {
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    parameters: [
      { $ref: '#/components/parameters/Version' },
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        description: params[name],
        schema: { type: 'string', minLength: 1 },
      })),
      ...queryParameters(query),
      ...Object.entries(conditionsOf(endpoint)).map(([name, effect]) => ({
        name,
        in: 'header',
        description: effect,
        schema: { type: 'string' },
      })),
    ],
    ...(body !== none && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      [status]: {
        description: tagged ? 'The header ETag has its tag.' : STATUS_CODES[status],
        ...(answer !== none && { content: jsonContent(answer) }),
      },
      ...(method === 'GET' &&
        tagged && { 304: { description: 'It still has the tag of If-None-Match.' } }),
      ...refusalsOf(operation),
    },
  };
}

/** Request headers that make an operation conditional, with what they do. */
function conditionsOf({ tagged, conditional }: Endpoint): Record<string, string> {
  if (conditional)
    return {
      'If-Match': 'Changes the module only while it has this ETag, or with * while there is one.',
      'If-None-Match':
        'Changes the module only while it has another ETag, or with * while there is none.',
    };
  if (!tagged) return {};
  return {
    'If-None-Match': 'The ETag that the caller has: 304 without a body while it is the same.',
  };
}

/** A body by its schema of the contract. */
const jsonContent = (schema: z.core.$ZodType) => ({
  'application/json': { schema: refOf(schema), example: EXAMPLES.get(schema) },
});

/** @returns by status */
function refusalsOf({ endpoint, errors = [] }: Operation): Record<string, object> {
  const { method, path, body, conditional } = endpoint;
  const codes: ErrorCode[] = [
    ...ALWAYS,
    ...(path.includes('{') ? (['INVALID_PATH'] as const) : []),
    ...(method === 'GET' ? [] : (['KEY_READ_ONLY', 'WRITES_LIMITED'] as const)),
    ...(method !== 'GET' && path.includes('{') ? (['PROTECTED'] as const) : []),
    ...(body === none ? (['BODY_NOT_EXPECTED'] as const) : BODY_ERRORS),
    ...(conditional ? (['PRECONDITION_FAILED'] as const) : []),
    ...errors,
  ];
  const statuses = new Set(codes.map((code) => ERRORS[code].status));
  return Object.fromEntries([...statuses].map((status) => [status, refusal(status, codes)]));
}

function refusal(status: number, all: ErrorCode[]) {
  const codes = all.filter((code) => ERRORS[code].status === status);
  const lines = codes.map((code) => `- \`${code}\`: ${ERRORS[code].text}.`);
  const description = [STATUS_CODES[status], '', ...lines].join('\n');
  const properties = { error_code: { enum: codes }, status_code: { const: status } };
  const schema = { allOf: [refOf(ErrorBody), { properties }] };
  return { description, content: { 'application/json': { schema } } };
}

/** Every operation may respond with these. */
const ALWAYS: ErrorCode[] = [
  'MALFORMED_REQUEST',
  'HEADERS_TOO_LARGE',
  'REQUEST_TOO_SLOW',
  'HOST_MISSING',
  'MISDIRECTED_REQUEST',
  'NOT_AUTHENTICATED',
  'RATE_LIMITED',
  'VERSION_MISSING',
  'VERSION_UNSUPPORTED',
  'INVALID_QUERY',
  'STORAGE_UNAVAILABLE',
  'INTERNAL_ERROR',
];

const BODY_ERRORS: ErrorCode[] = [
  'UNSUPPORTED_CONTENT_TYPE',
  'BODIES_LIMITED',
  'BODY_TOO_LARGE',
  'INVALID_JSON',
  'INVALID_BODY',
];
