import { none, type Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#service/domain/error-codes.ts';
import { API_BASE } from '#contract/wire.ts';
import { groups, type Operation } from '#service/http/openapi/operations.ts';
import {
  ABOUT_KEY,
  errorComponents,
  errorResponses,
  headerComponents,
  headerRefs,
} from '#service/http/openapi/responses.ts';
import { componentSchemas, queryParameters, refOf } from '#service/http/openapi/schemas.ts';

export interface OpenApiOptions {
  /** Origin under which clients reach the service. */
  publicUrl: string;
  versionHeader: string;
  version: string;
}

const DESCRIPTION = `\
Manages bot users, and the IP restriction of the routes of HTTPS edges. Requests and responses are JSON.

Fields and parameters that are not listed are refused. Responses may get further fields inside one version: \
ignore those that you do not know.

Every refusal has one form, the schema Error; \`error_code\` says which it is. Two are not listed at the \
operations, because the request reaches none: \`ENDPOINT_NOT_FOUND\` and \`METHOD_NOT_ALLOWED\`.

HEAD is answered like GET, without the body.`;

const JSON_TYPE = 'application/json';

/** The API as an OpenAPI 3.1 document, in JSON. It is the same for as long as the service runs. */
export function openApiText({ publicUrl, versionHeader, version }: OpenApiOptions): string {
  const all = groups.flatMap(({ operations }) => operations);
  const paths: Record<string, Record<string, object>> = {};
  for (const { tag, params, operations } of groups)
    for (const { endpoint, text } of operations) {
      const { method, path } = endpoint;
      const operation = toOperation({ endpoint, text }, tag, params);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  return JSON.stringify({
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
          example: version,
        },
      },
      headers: headerComponents(),
      ...errorComponents(all.flatMap(errorsOf), versionHeader, version),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of this service; `npm run key LABEL` creates one.',
        },
      },
    },
  });
}

function toOperation(
  operation: Operation,
  tag: string,
  params: Partial<Record<string, string[]>>,
): object {
  const { endpoint, text } = operation;
  const { operationId, summary, description, conditions = {}, bodies } = text;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    parameters: [
      { $ref: '#/components/parameters/Version' },
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', minLength: 1 },
        description: params[name]?.[0],
        example: params[name]?.[1],
      })),
      ...queryParameters(endpoint.query),
      ...Object.entries(conditions).map(([name, effect]) => ({
        name,
        in: 'header',
        description: effect,
        schema: { type: 'string' },
        example: '"q3Zk8VbN1xYcT5mJwR7hLg"',
      })),
    ],
    ...(endpoint.body !== none && {
      requestBody: { required: true, content: jsonContent(endpoint.body, bodies) },
    }),
    responses: {
      [endpoint.status]: toSuccess(endpoint, text),
      ...(endpoint.method === 'GET' &&
        endpoint.tagged && {
          304: {
            description: 'It still has the tag of If-None-Match.',
            headers: headerRefs('OperationId', 'ETag', ...ABOUT_KEY),
          },
        }),
      ...errorResponses(errorsOf(operation)),
    },
  };
}

function toSuccess({ result, answer = result, tagged }: Endpoint, { results }: Operation['text']) {
  return {
    description: results ? Object.keys(results).join(', or: ') : 'Done; there is no body.',
    headers: headerRefs('OperationId', ...(tagged ? ['ETag'] : []), ...ABOUT_KEY),
    ...(answer !== none && { content: jsonContent(answer, results) }),
  };
}

function jsonContent(schema: Parameters<typeof refOf>[0], values: Record<string, unknown> = {}) {
  const examples = Object.entries(values).map(([summary, value], index) => [
    `example${index + 1}`,
    { summary, value },
  ]);
  return { [JSON_TYPE]: { schema: refOf(schema), examples: Object.fromEntries(examples) } };
}

/** Refusals besides those that every operation gives. */
function errorsOf({ endpoint: { method, path, body }, text }: Operation): ErrorCode[] {
  return [
    ...(path.includes('{') ? (['INVALID_PATH'] as const) : []),
    ...(method === 'GET' ? [] : (['KEY_READ_ONLY', 'WRITES_LIMITED'] as const)),
    ...(method !== 'GET' && path.includes('{') ? (['PROTECTED'] as const) : []),
    ...(body === none ? (['BODY_NOT_EXPECTED'] as const) : BODY_ERRORS),
    ...text.errors,
  ];
}

const BODY_ERRORS: ErrorCode[] = [
  'UNSUPPORTED_CONTENT_TYPE',
  'BODY_TOO_LARGE',
  'BODY_INCOMPLETE',
  'INVALID_JSON',
  'INVALID_BODY',
];
