import { API_BASE } from '#contract/wire.ts';
import { botUserOperations, botUserTag } from '#service/http/openapi/bot-users.ts';
import { errorExamples, sharedErrorResponses } from '#service/http/openapi/errors.ts';
import { headerComponents } from '#service/http/openapi/headers.ts';
import {
  ipRestrictionOperations,
  ipRestrictionTag,
} from '#service/http/openapi/ip-restrictions.ts';
import { toOperation } from '#service/http/openapi/operation.ts';
import { componentSchemas } from '#service/http/openapi/schemas.ts';

export interface OpenApiOptions {
  /** Origin under which clients reach the service. */
  publicUrl: string;
  versionHeader: string;
  version: string;
}

/** The API as an OpenAPI 3.1 document, in JSON. It is the same for as long as the service runs. */
export function openApiText({ publicUrl, versionHeader, version }: OpenApiOptions): string {
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Gatehouse management API', version, description: DESCRIPTION },
    servers: [{ url: publicUrl + API_BASE, description: 'This service' }],
    tags: [botUserTag, ipRestrictionTag],
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      parameters: { Version: versionParameter(versionHeader, version) },
      headers: headerComponents(),
      responses: sharedErrorResponses(),
      examples: errorExamples(versionHeader, version),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of this service: `npm run key LABEL` makes one.',
        },
      },
    },
  });
}

const DESCRIPTION = `\
Manages bot users, and the IP restriction of the routes of HTTPS edges. Requests and answers are JSON.

Fields and parameters that are not listed are refused. Answers may get further fields inside one version: \
ignore those that you do not know.

Every refusal has one form, the schema Error; \`error_code\` says which it is. Two are not listed at the \
operations, because the request reaches none: \`ENDPOINT_NOT_FOUND\` and \`METHOD_NOT_ALLOWED\`.

HEAD is answered like GET, without the body.`;

/** By path, and in each by method. */
function paths(): Record<string, Record<string, object>> {
  const all: Record<string, Record<string, object>> = {};
  for (const operation of [...botUserOperations, ...ipRestrictionOperations]) {
    const { method, path } = operation.endpoint;
    all[path] = { ...all[path], [method.toLowerCase()]: toOperation(operation) };
  }
  return all;
}

const versionParameter = (name: string, version: string) => ({
  name,
  in: 'header',
  required: true,
  description: 'Version of the API.',
  schema: { type: 'string', enum: [version] },
  example: version,
});
